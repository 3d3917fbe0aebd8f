import { parseArgs } from 'node:util'
import { examine } from '../apps/server/src/commands/doctor/examine.ts'
import { run } from './run.ts'

/** One line for each part of the installation; exit status 1 when one of them is at fault. */

const marks = { well: '✓', look: '!', fault: '✗' } as const

await run(async () => {
  const { values } = parseArgs({ options: { backups: { type: 'string' } } })
  let faults = 0
  for await (const { about, state, text } of examine({ backupFolder: values.backups })) {
    if (state === 'fault') faults += 1
    console.log(`${marks[state]} ${about.padEnd(12)} ${text}`)
  }
  if (faults > 0) process.exitCode = 1
})
