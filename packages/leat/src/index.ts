/** The command as a library: what `bin/leat.cjs` calls. */
export { main } from './main.ts';
export type { Installation } from './cli/installation.ts';
