/** The built-in tools and memory files. */
export { builtInTools } from './built-in-tools.ts';
