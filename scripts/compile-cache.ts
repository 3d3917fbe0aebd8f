import { fileURLToPath } from 'node:url'

/**
 * Tests start dozens of servers and commands. Each spends most of its start on reading the same
 * sources; what one has compiled, the next takes from here.
 */
export function compileOnce() {
  const folder = new URL('../node_modules/.cache/compiled', import.meta.url)
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(folder)
}
