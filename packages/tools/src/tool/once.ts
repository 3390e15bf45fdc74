/** Caches a value that is dear to build and needed late. */
export function once<T>(build: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: build() }).value;
}
