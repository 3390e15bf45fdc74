export * from './host/host.ts';
export * from './tool/tool.ts';
export * from './provider/provider.ts';
