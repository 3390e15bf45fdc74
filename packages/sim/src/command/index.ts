export { runSimCommand } from './command.ts';
export type { SimIo } from './command.ts';
