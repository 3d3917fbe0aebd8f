/** The parts of `npm run endurance`: files of tests, made longer by their environment. */

export interface PartSizes {
  kills?: number | undefined
  histories?: number | undefined
  people?: number | undefined
  count?: number | undefined
  requests?: number | undefined
  seconds?: number | undefined
  minutes?: number | undefined
  seed?: number | undefined
}

export interface Part {
  name: string
  /** What the report says of it. */
  what: string
  project: 'slow' | 'endurance'
  file: string
  /** How much is done, in words and as the test wants to be told. */
  size(asked: PartSizes): { words: string; env: Record<string, string> }
  /** At most. */
  minutes: number
}

const endurance = (name: string) => `apps/server/src/test/endurance/${name}.endurance.ts`
const slow = (path: string) => `apps/server/src/${path}.fault.test.ts`

/** All kills are shared between one server and two. */
const kills =
  (servers: 1 | 2): Part['size'] =>
  ({ kills: all = 1000 }) => {
    const half = Math.ceil(all / 2)
    return { words: `${half} kills`, env: { KILLS: `${half}`, SERVERS: `${servers}` } }
  }

const times =
  (name: string, usual: number, words: string): Part['size'] =>
  ({ count = usual }) => ({ words: `${count} ${words}`, env: { [name]: String(count) } })

export const parts: Part[] = [
  {
    name: 'kills-one',
    what: 'SIGKILL of the server and its database under the work of all areas, one server',
    ...{ project: 'endurance', file: endurance('kills'), size: kills(1), minutes: 240 },
  },
  {
    name: 'kills-two',
    what: 'the same, two servers on one database',
    ...{ project: 'endurance', file: endurance('kills'), size: kills(2), minutes: 240 },
  },
  {
    name: 'deaths',
    what: 'SIGKILL of the embedded database, also while it comes up; its server stays',
    ...{ project: 'slow', file: slow('main'), minutes: 60 },
    size: times('DEATHS', 30, 'deaths'),
  },
  {
    name: 'histories',
    what: 'whole companies by chance, killed meanwhile, against their replay in peace',
    ...{ project: 'slow', file: slow('proofs/across'), minutes: 90 },
    size: ({ histories = 100 }) => ({
      words: `${histories} histories`,
      env: { HISTORIES: String(histories) },
    }),
  },
  {
    name: 'campaign',
    what: 'payouts while providers, server and database fail, against the providers’ books',
    ...{ project: 'slow', file: slow('areas/payouts/campaign'), minutes: 90 },
    size: ({ people = 10_000 }) => ({
      words: `${people} people`,
      env: { CAMPAIGN: String(people), CRASH: '1' },
    }),
  },
  {
    name: 'frozen',
    what: 'SIGSTOP of every process of PostgreSQL under the work of all areas',
    ...{ project: 'endurance', file: endurance('frozen'), minutes: 30 },
    size: ({ count = 3, seconds = 30 }) => ({
      words: `${count} × ${seconds} s`,
      env: { FREEZES: String(count), SECONDS: String(seconds) },
    }),
  },
  {
    name: 'disk',
    what: 'a full disk under files, and under the database',
    ...{ project: 'slow', file: slow('foundation/database/disk-full'), minutes: 30 },
    size: times('FILLS', 5, 'fillings'),
  },
  {
    name: 'clock',
    what: 'the clock put forward and back by an hour under the work of all areas',
    ...{ project: 'endurance', file: endurance('clock'), minutes: 30 },
    size: times('STEPS', 20, 'steps'),
  },
  {
    name: 'hanging',
    what: 'names, mail server and providers that do not answer, under the work of all areas',
    ...{ project: 'endurance', file: endurance('hanging'), minutes: 60 },
    size: ({ seconds = 90 }) => ({ words: `3 × ${seconds} s`, env: { SECONDS: `${seconds}` } }),
  },
  {
    name: 'backups',
    what: 'backups under load, each restored to an empty place and compared',
    ...{ project: 'slow', file: slow('foundation/database/backup'), minutes: 60 },
    size: times('BACKUPS', 20, 'backups'),
  },
  {
    name: 'memory',
    what: 'what requests, imports and exports needed is given back',
    ...{ project: 'slow', file: slow('proofs/load'), minutes: 60 },
    size: ({ requests = 20_000, count = 10 }) => ({
      words: `${requests} requests, ${count} rounds`,
      env: { REQUESTS: String(requests), ROUNDS: String(count) },
    }),
  },
]
