export async function main(): Promise<number> {
  return 0;
}
export async function prime(): Promise<number> {
  return 0;
}
