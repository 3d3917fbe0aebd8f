import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openUploads, type UploadRules } from './uploads.ts'

const rules: UploadRules = {
  settled: { all: 1000, one: 600, kept: 100, small: 30 },
  young: { all: 300, one: 200, kept: 50, small: 10 },
  strangers: { all: 100, one: 50, kept: 20, small: 5 },
  least: 10,
  window_ms: 10_000,
}

/** Files that arrive piece by piece, and what became of them. */
function sending(given: Partial<UploadRules> = {}) {
  const uploads = openUploads({ ...rules, ...given })
  return (seat: string) => {
    const { through, end } = uploads.begin(seat)
    const file = { seat, refused: undefined as { status?: number } | undefined }
    through.on('error', (error) => Object.assign(file, { refused: error }))
    through.resume()
    return {
      file,
      end,
      async send(bytes: number) {
        if (!through.destroyed) through.write(Buffer.alloc(bytes))
        await pause(1)
        return file.refused?.status
      },
      async finish() {
        through.end()
        await pause(1)
      },
    }
  }
}

describe('what arrives', () => {
  test('counts when it is there, not when it is announced', async () => {
    const begin = sending()
    for (let n = 0; n < 40; n += 1) expect(await begin(`young ${n}`).send(5)).toBeUndefined()
    expect(await begin('a').send(500)).toBeUndefined()
  })

  test('is given back when the answer has gone, once', async () => {
    const begin = sending()
    for (let n = 0; n < 5; n += 1) {
      const one = begin('a')
      expect(await one.send(590)).toBeUndefined()
      await one.finish()
      one.end()
      one.end()
    }
  })

  test('of one organisation is bounded, but a single file may be as large as the call takes', async () => {
    const begin = sending()
    const first = begin('a')
    expect(await first.send(700)).toBeUndefined()
    expect(await begin('a').send(10)).toBe(503)
    expect(await begin('b').send(100)).toBeUndefined()
    expect(first.file.refused).toBeUndefined()
  })

  test('gives way to others where one holds most of it', async () => {
    const begin = sending()
    const large = begin('a')
    await large.send(550)
    const other = begin('b')
    await other.send(440)
    expect(await begin('c').send(30)).toBeUndefined()
    expect(large.file.refused).toMatchObject({ status: 503, retryAfter_s: 2 })
    expect(other.file.refused).toBeUndefined()
  })

  test('is not broken off any more when it is complete', async () => {
    const begin = sending()
    const large = begin('a')
    await large.send(900)
    await large.finish()
    expect(await begin('b').send(100)).toBe(503)
    large.end()
    expect(await begin('b').send(100)).toBeUndefined()
  })

  test('is taken beside complete ones that wait, as long as it is small', async () => {
    const begin = sending()
    const waiting = ['a', 'b', 'c'].map((seat) => begin(seat))
    for (const one of waiting) {
      expect(await one.send(300)).toBeUndefined()
      await one.finish()
    }
    const small = begin('d')
    expect(await small.send(30)).toBeUndefined()
    expect(await begin('e').send(31)).toBe(503)
    expect(small.file.refused).toBeUndefined()
    // Nor does one more of somebody who waits already count as small.
    expect(await begin('a').send(1)).toBe(503)
  })

  test('of new organisations and strangers takes nothing from the others', async () => {
    const begin = sending()
    const young = []
    for (let n = 0; n < 40; n += 1) young.push(await begin(`young ${n}`).send(50))
    for (let n = 0; n < 40; n += 1) young.push(await begin(`address ${n}`).send(20))
    expect(young).toContain(503)
    for (const seat of ['a', 'b', 'c']) expect(await begin(seat).send(300)).toBeUndefined()
  })

  test('of new organisations at one address counts together', async () => {
    const begin = sending()
    expect(await begin('young 10.0.0.1').send(150)).toBeUndefined()
    expect(await begin('young 10.0.0.1').send(100)).toBe(503)
    expect(await begin('young 10.0.0.2').send(100)).toBeUndefined()
  })

  test('more slowly than a telephone far from its mast is not waited for', async () => {
    const begin = sending({ window_ms: 100 })
    const [slow, silent, steady] = [begin('a'), begin('b'), begin('c')]
    for (let n = 0; n < 30; n += 1) {
      void slow.send(n % 15 === 0 ? 1 : 0)
      void steady.send(10)
      await pause(10)
    }
    await pause(20)
    for (const one of [slow, silent]) expect(one.file.refused).toMatchObject({ status: 408 })
    expect(steady.file.refused).toBeUndefined()
    await steady.finish()
    await pause(150)
    expect(steady.file.refused).toBeUndefined()
  })
})
