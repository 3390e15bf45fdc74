export * from './timeline/id.ts';
export * from './timeline/block.ts';
export * from './timeline/origin.ts';
export * from './timeline/record.ts';
export * from './edit/edit.ts';
export * from './assembly/types.ts';
