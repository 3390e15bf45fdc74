import { defineConfig } from 'vitest/config';

// Four kinds of tests, told apart by the end of a file's name, each with a command of its own (see package.json).
const kinds = ['property', 'simulation', 'crash'] as const;
const ends = (kind: string) => [`packages/*/test/**/*.${kind}.test.ts`, `test/**/*.${kind}.test.ts`];

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'], externalConditions: ['source'] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: kinds.flatMap(ends),
        },
      },
      ...kinds.map((kind) => ({
        extends: true as const,
        test: { name: kind, include: ends(kind), testTimeout: 600_000, hookTimeout: 120_000 },
      })),
    ],
  },
});
