/** The simulator's own time: the machine's, moved forward on request. */
export interface SimClock {
  now(): number
  /** Does something once its moment has come, by this clock. */
  at(due: number, work: () => void): void
  advance(milliseconds: number): void
  /** How much is to be done within this time. */
  dueWithin(milliseconds: number): number
  /** Forgets what was to be done; time goes on. */
  clear(): void
}

interface Task {
  due: number
  work: () => void
  timer: NodeJS.Timeout | undefined
}

export function openClock(): SimClock {
  const tasks = new Set<Task>()
  let ahead = 0
  const now = () => Date.now() + ahead
  const arm = (task: Task) => {
    clearTimeout(task.timer)
    task.timer = setTimeout(
      () => {
        tasks.delete(task)
        task.work()
      },
      Math.max(0, task.due - now()),
    )
  }
  return {
    now,
    at(due, work) {
      const task: Task = { due, work, timer: undefined }
      tasks.add(task)
      arm(task)
    },
    advance(milliseconds) {
      ahead += milliseconds
      for (const task of [...tasks].sort((a, b) => a.due - b.due)) arm(task)
    },
    dueWithin(milliseconds) {
      const until = now() + milliseconds
      return [...tasks].filter(({ due }) => due <= until).length
    },
    clear() {
      for (const { timer } of tasks) clearTimeout(timer)
      tasks.clear()
    },
  }
}

/** Kenya has had no summer time since 1960. */
const nairobi = (at: number) => new Date(at + 3 * 3_600_000).toISOString()

/** 20261115093110 */
export const digitsOf = (at: number) => nairobi(at).slice(0, 19).replace(/\D/g, '')

/** 15.11.2026 09:31:12 */
export function dottedTime(at: number) {
  const [year, month, day] = nairobi(at).slice(0, 10).split('-')
  return `${day}.${month}.${year} ${nairobi(at).slice(11, 19)}`
}

/** 2026-11-15T09:31:02.114+03:00 */
export const offsetTime = (at: number) => nairobi(at).replace('Z', '+03:00')
