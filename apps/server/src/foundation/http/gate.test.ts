import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { NotNow } from '../core/fail.ts'
import { openGate } from './gate.ts'

const options = {
  places: 4,
  share: 2,
  strangers: 1,
  young: 2,
  patience_ms: 200,
  most: 50,
  refusal_ms: 300,
}

describe('the gate', () => {
  test('gives no organisation more than its share, and all no more than there is', async () => {
    const gate = openGate(options)
    const inside: string[] = []
    for (const key of ['a', 'a', 'a', 'b', 'b', 'b', 'c']) {
      void gate.enter(key).then(
        () => inside.push(key),
        () => {},
      )
    }
    await pause(10)
    expect(inside.sort()).toEqual(['a', 'a', 'b', 'b'])
  })

  test('serves the lines in turns: a latecomer does not wait behind a crowd', async () => {
    const gate = openGate({ ...options, places: 1, share: 1 })
    const order: string[] = []
    const visit = async (key: string) => {
      const leave = await gate.enter(key)
      await pause(1)
      order.push(key)
      leave()
    }
    await Promise.all([...Array.from({ length: 10 }, () => visit('noisy')), visit('quiet')])
    expect(order.indexOf('quiet')).toBeLessThan(3)
    expect(order).toHaveLength(11)
  })

  test('tells whoever waited long enough, with a time to come back', async () => {
    const gate = openGate({ ...options, places: 1 })
    const leave = await gate.enter('a')
    const began = performance.now()
    await expect(gate.enter('b')).rejects.toMatchObject({ status: 503, retryAfter_s: 2 })
    expect(performance.now() - began).toBeGreaterThan(150)
    leave()
    leave()
    ;(await gate.enter('b'))()
  })

  test('refuses at once where the line is hopeless', async () => {
    const gate = openGate({ ...options, places: 1, share: 1, patience_ms: 1000 })
    const slow = await gate.enter('a')
    await pause(120)
    slow()
    const leave = await gate.enter('a')
    await pause(120)
    const waiting = Array.from({ length: 120 }, () => gate.enter('a').catch((error) => error))
    const began = performance.now()
    await expect(gate.enter('a')).rejects.toBeInstanceOf(NotNow)
    expect(performance.now() - began).toBeLessThan(500)
    leave()
    const freed = await Promise.all(
      waiting.map(async (one) => {
        const result = await one
        if (typeof result === 'function') result()
        return typeof result
      }),
    )
    expect(freed).toContain('object')
  })

  test('and a stranger after a while, who would ask again at once', async () => {
    const gate = openGate({ ...options, most: 0 })
    const leave = await gate.enter('address 192.0.2.1')
    const began = performance.now()
    await expect(gate.enter('address 192.0.2.1')).rejects.toBeInstanceOf(NotNow)
    expect(performance.now() - began).toBeGreaterThan(250)
    leave()
  })

  test('a place is given back once, whoever gives it back twice', async () => {
    const gate = openGate({ ...options, places: 1, share: 1 })
    const leave = await gate.enter('a')
    const next = gate.enter('b')
    leave()
    leave()
    await next
    await expect(gate.enter('c')).rejects.toBeInstanceOf(NotNow)
  })

  test('strangers of however many addresses leave most places to customers', async () => {
    const gate = openGate({ ...options, strangers: 2 })
    const inside: string[] = []
    for (const key of ['address 1', 'address 2', 'address 3', 'a', 'b']) {
      void gate.enter(key).then(
        () => inside.push(key),
        () => {},
      )
    }
    await pause(10)
    expect(inside.sort()).toEqual(['a', 'address 1', 'address 2', 'b'])
  })

  test('new organisations of however many addresses leave places to the others', async () => {
    const gate = openGate({ ...options, share: 1 })
    const inside: string[] = []
    for (const key of ['young 1', 'young 2', 'young 3', 'address 1', 'a', 'b']) {
      void gate.enter(key).then(
        () => inside.push(key),
        () => {},
      )
    }
    await pause(10)
    expect(inside.sort()).toEqual(['a', 'address 1', 'young 1', 'young 2'])
  })

  test('whoever was refused leaves nothing behind', async () => {
    const gate = openGate({ ...options, places: 1, patience_ms: 20 })
    const leave = await gate.enter('a')
    const many = Array.from({ length: 20_000 }, (_, n) =>
      gate.enter(`address ${n}`).catch(() => {}),
    )
    await Promise.all(many)
    const began = performance.now()
    leave()
    for (let n = 0; n < 200; n += 1) (await gate.enter('a'))()
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
