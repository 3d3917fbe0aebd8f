import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { turns } from './turns.ts'

const busy = { code: 'busy', en: 'Please try again in a minute.' }

/** Work that goes on until it is told to end, and in which order it began. */
function works(inTurn: ReturnType<typeof turns>) {
  const begun: string[] = []
  const running = new Map<string, () => void>()
  const start = (name: string, options?: { patient?: boolean }) => {
    const done = inTurn(
      /^young \d/.exec(name)?.[0] ?? name.slice(0, 1),
      () => {
        begun.push(name)
        return new Promise<string>((resolve) => running.set(name, () => resolve(name)))
      },
      options,
    )
    done.catch(() => {})
    return done
  }
  const end = async (name: string) => {
    running.get(name)?.()
    running.delete(name)
    await nextTurn()
  }
  return { begun, running, start, end }
}

describe('heavy work in turns', () => {
  test('never runs in more places than there are, and all of it is done', async () => {
    const inTurn = turns({ places: 3, waiting: 100, busy })
    let now = 0
    let most = 0
    const work = async () => {
      now += 1
      most = Math.max(most, now)
      await nextTurn()
      now -= 1
      return 1
    }
    const all = Array.from({ length: 60 }, (_, index) => inTurn(`${index % 5}`, work))
    expect((await Promise.all(all)).length).toBe(60)
    expect([most, now]).toEqual([3, 0])
  })

  test('gives the next place to whoever holds fewest, not to whoever asked most', async () => {
    const { begun, start, end } = works(turns({ places: 2, waiting: 10, busy }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) start(name)
    await nextTurn()
    expect(begun).toEqual(['a1', 'a2'])
    await end('a1')
    expect(begun.at(-1)).toBe('b1')
    await end('a2')
    expect(begun.at(-1)).toBe('c1')
    await end('b1')
    expect(begun.at(-1)).toBe('a3')
    await end('c1')
    expect(begun.at(-1)).toBe('b2')
    await end('a3')
    await end('b2')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('keeps places free for others where one organisation may not hold them all', async () => {
    const { begun, start, end } = works(turns({ places: 2, each: 1, waiting: 10, busy }))
    for (const name of ['a1', 'a2', 'a3']) start(name)
    await nextTurn()
    expect(begun).toEqual(['a1'])
    start('b1')
    await nextTurn()
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'a2'])
  })

  test('asks those to come again who would wait in a long queue of their own', async () => {
    const { begun, start, end } = works(turns({ places: 1, waiting: 2, busy }))
    const [, , , fourth] = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name))
    await expect(fourth).rejects.toMatchObject({ status: 503, message: busy.en })
    // Neither another organisation nor a job is refused for it.
    start('b1')
    start('a5', { patient: true })
    await nextTurn()
    for (const name of ['a1', 'b1', 'a2', 'a3', 'a5']) await end(name)
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a5'])
  })

  test('lets nobody but a job wait for longer than it says, and goes on with the others', async () => {
    const { begun, start, end } = works(turns({ places: 1, waiting: 5, longest_ms: 60, busy }))
    const first = start('a1')
    const late = [start('a2'), start('b1')]
    start('a3', { patient: true })
    for (const one of late)
      await expect(one).rejects.toMatchObject({ status: 503, message: busy.en })
    start('b2')
    await end('a1')
    await first
    expect(begun).toEqual(['a1', 'b2'])
    await end('b2')
    expect(begun).toEqual(['a1', 'b2', 'a3'])
  })

  test('has room for a first one also when nobody may wait', async () => {
    const { begun, start } = works(turns({ places: 1, waiting: 0, busy }))
    start('a1')
    await expect(start('a2')).rejects.toMatchObject({ status: 503 })
    expect(begun).toEqual(['a1'])
  })

  test('goes on after work that fails, at once or later', async () => {
    const inTurn = turns({ places: 1, waiting: 5, busy })
    const fails = inTurn('a', async () => {
      await nextTurn()
      throw new Error('This failed.')
    })
    const throws = inTurn('a', () => {
      throw new Error('This did not begin.')
    })
    const works = inTurn('b', async () => 'done')
    await expect(fails).rejects.toThrow('This failed.')
    await expect(throws).rejects.toThrow('This did not begin.')
    expect(await works).toBe('done')
    expect(await inTurn('a', async () => 'again')).toBe('again')
  })

  test('young organisations leave a place to the others, however many there are', async () => {
    const { begun, start, end } = works(turns({ places: 2, each: 1, waiting: 10, busy }))
    for (let n = 1; n <= 9; n += 1) start(`young ${n}`)
    await nextTurn()
    expect(begun).toEqual(['young 1'])
    start('a1')
    await nextTurn()
    expect(begun).toEqual(['young 1', 'a1'])
    await end('young 1')
    expect(begun.at(-1)).toBe('young 2')
  })

  test('where there is one place, a latecomer waits for one of the young, not for all', async () => {
    const { begun, start, end } = works(turns({ places: 1, waiting: 10, busy }))
    for (let n = 1; n <= 9; n += 1) start(`young ${n}`)
    await nextTurn()
    start('a1')
    start('a2')
    await nextTurn()
    for (const name of ['young 1', 'a1', 'young 2', 'a2', 'young 3']) {
      expect(begun.at(-1)).toBe(name)
      await end(name)
    }
  })

  test('young organisations of one address have one line together', async () => {
    const inTurn = turns({ places: 1, waiting: 1, busy })
    const never = () => new Promise<never>(() => {})
    void inTurn('young 10.0.0.9', never)
    void inTurn('young 10.0.0.9', never)
    await nextTurn()
    await expect(inTurn('young 10.0.0.9', never)).rejects.toThrow(busy.en)
  })
})
