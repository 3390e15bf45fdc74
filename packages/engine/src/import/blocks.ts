/** Content of a foreign message as blocks: what is no block becomes text, unknown types are carried (SPEC 4.1). */
import type { ContentBlock } from '@leat/kernel';
import { isObject } from './foreign.ts';

export function blocksOf(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.map((block: unknown): ContentBlock => {
    // A block of a type we know may still lack its members: assembly's whitelist judges that, and the guards narrow.
    if (isObject(block) && typeof block.type === 'string') return block as ContentBlock;
    return { type: 'text', text: typeof block === 'string' ? block : (JSON.stringify(block) ?? '') };
  });
}
