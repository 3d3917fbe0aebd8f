import { expect, test } from 'vitest'
import { joined, raw, sql } from './sql.ts'

test('values stay beside the text, numbered through all its fragments', () => {
  const named = sql`name = ${'Amina'}`
  const both = joined([named, sql`age > ${30}`, sql`active`], ' and ')
  const query = sql`select ${raw('id, name')} from people where org = ${1} and (${both}) limit ${5}`
  expect(query.written()).toEqual({
    text: 'select id, name from people where org = $1 and (name = $2 and age > $3 and active) limit $4',
    values: [1, 'Amina', 30, 5],
  })
})

test('one fragment serves twice', () => {
  const year = sql`${2026}`
  expect(sql`${year} or ${year}`.written()).toEqual({ text: '$1 or $2', values: [2026, 2026] })
})

test('what somebody sent never becomes text', () => {
  const { text, values } = sql`select ${"1'; drop table people; --"}`.written()
  expect([text, values]).toEqual(['select $1', ["1'; drop table people; --"]])
})

test('nothing joined is nothing', () => {
  expect(joined([], ', ').written().text).toBe('')
})
