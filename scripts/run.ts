import { sentenceOf } from '../apps/server/src/commands/terminal.ts'

/** What every script does: one sentence when something is wrong, and an exit status. */
export async function run(work: () => Promise<void>) {
  try {
    await work()
    process.exit(process.exitCode ?? 0)
  } catch (error) {
    // Cut off by a signal: its work fails because the database stops, and it ends after that.
    if (Number(process.exitCode) > 128) return
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

export function argument(usage: string): string {
  const given = process.argv[2]
  if (!given) throw new Error(`Usage: ${usage}`)
  return given
}
