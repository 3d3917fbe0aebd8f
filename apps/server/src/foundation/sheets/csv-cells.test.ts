import { describe, expect, test } from 'vitest'
import { csvCells } from './csv-cells.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const cells = (text: string) => csvCells(bytes(text), () => {})

describe('a csv', () => {
  test.each([
    ['commas', 'a,b\r\n1,2\r\n', [['a', 'b'], ['1', '2']]], // biome-ignore format: a table
    ['semicolons', 'a;b\n"1,5";2', [['a', 'b'], ['1,5', '2']]], // biome-ignore format: a table
    ['tabs', 'a\tb\n1\t', [['a', 'b'], ['1', '']]], // biome-ignore format: a table
  ])('with %s between its cells', (_, text, rows) => {
    expect(cells(text)).toEqual(rows)
  })

  test('has quotes, lines within a cell, and a mark in front', () => {
    expect(cells('\ufeffName,Pay\n"Otieno, ""B""","1,000\n.50"\n')).toEqual([
      ['Name', 'Pay'],
      ['Otieno, "B"', '1,000\n.50'],
    ])
    expect(cells("'=1+1,'-5,'tis")).toEqual([['=1+1', '-5', "'tis"]])
  })

  test('is in one of two codes', () => {
    const old = Uint8Array.from([...bytes('Ren'), 0xe9, ...bytes(',1')])
    expect(csvCells(old, () => {})).toEqual([['René', '1']])
    expect(cells('René,1')).toEqual([['René', '1']])
  })

  test('with a quote that is not closed, or too many rows, is refused', () => {
    expect(() => cells('a,"b\n1,2')).toThrow('not closed')
    expect(() => cells('a,"b"c\n')).toThrow('not closed')
    const few = (rows: number) => {
      if (rows > 2) throw new Error('too many')
    }
    expect(() => csvCells(bytes('a\nb\nc\nd'), few)).toThrow('too many')
    expect(cells('')).toEqual([])
  })
})
