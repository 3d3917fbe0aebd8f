import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReaderMessage, ReadRequest, SheetContent } from './book.ts'
import { sentences, Unreadable } from './file.ts'
import { linesOf } from './lines.ts'

/**
 * Each spreadsheet is read by a process of its own: whatever a file does to its reader, memory and
 * time run out there, and only the person who sent it is told.
 */

const seconds = 30
const heap_mb = 640
/** All it may take, at the start about 600 MB of it set aside and never used. */
const whole_mb = 1900
/** The most a reader may send; one that sends more cannot be trusted. */
const mostAnswered = 96 * 1024 * 1024

const program = fileURLToPath(new URL('./reader.ts', import.meta.url))
const options = [`--max-old-space-size=${heap_mb}`, '--max-semi-space-size=16', '--no-warnings']

/** No environment and no connection; on Linux the kernel holds it to its memory and its time. */
function start(): ChildProcess {
  const command = [process.execPath, ...options, program]
  const [file, ...rest] = canLimit ? [...limited, ...command] : command
  return spawn(file as string, rest, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
}
const limits = `ulimit -c 0; ulimit -d ${whole_mb * 1024}; ulimit -t ${seconds + 10}; exec "$@"`
const limited = ['/bin/sh', '-c', limits, 'sheet']
const canLimit = process.platform === 'linux' && existsSync('/bin/sh')

export async function readInChild({ bytes, ...asked }: ReadRequest): Promise<SheetContent> {
  const child = start()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, seconds * 1000)
  // A process that has died reads no more: its exit says why.
  child.stdin?.on('error', () => {})
  child.stdin?.write(`${JSON.stringify(asked)}\n`)
  child.stdin?.end(bytes)
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (isLate || signal === 'SIGXCPU') reject(new Unreadable(sentences.slow))
      else if (signal || (code ?? 0) > 128) reject(new Unreadable(sentences.large))
      else resolve()
    })
  })
  try {
    const [found] = await Promise.all([receive(child), ended])
    if (!found) throw new Unreadable(sentences.damaged)
    return found
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** Line by line, so that others are answered between two portions of rows. */
async function receive(child: ChildProcess): Promise<SheetContent | undefined> {
  let found: SheetContent | undefined
  for await (const line of linesOf(bounded(child))) {
    const part = JSON.parse(line) as ReaderMessage
    if ('unreadable' in part) throw new Unreadable(part.unreadable)
    if ('head' in part) found = { ...part.head, rows: [] }
    else if ('rows' in part) found?.rows.push(...part.rows)
    else return found
  }
  return undefined
}

async function* bounded({ stdout }: ChildProcess): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of stdout as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > mostAnswered) throw new Unreadable(sentences.crowded)
    yield chunk
  }
}
