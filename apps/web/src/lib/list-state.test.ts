import { describe, expect, test } from 'vitest'
import {
  changeList,
  pagesNear,
  parseList,
  parseSearch,
  searchRows,
  slicePage,
  stringifySearch,
} from './list-state.ts'

const settings = { sizes: [5, 10, 25], perPage: 10, filters: ['event'] }

describe('reading the address', () => {
  test('an empty address is the first page', () => {
    expect(parseList({}, settings)).toEqual({ page: 1, perPage: 10, search: '', filters: {} })
  })
  test('what is given is taken', () => {
    const search = parseSearch('?page=3&per_page=25&search=007&event=login&other=x')
    expect(parseList(search, settings)).toEqual({
      page: 3,
      perPage: 25,
      search: '007',
      filters: { event: 'login' },
    })
  })
  test.each(['0', '-1', '1.5', 'x', ''])('page %j is page 1', (page) => {
    expect(parseList({ page }, settings).page).toBe(1)
  })
  test('a size that is not offered is the default', () => {
    expect(parseList({ per_page: '7' }, settings).perPage).toBe(10)
  })
})

describe('changing the address', () => {
  test('turning a page keeps search and filters', () => {
    const now = { search: 'ann', event: 'login', page: '1' }
    expect(changeList(now, settings, { page: 2 })).toEqual({
      search: 'ann',
      event: 'login',
      page: 2,
    })
  })
  test('a new search leads back to page 1', () => {
    expect(changeList({ page: '4' }, settings, { search: 'ann' })).toEqual({ search: 'ann' })
  })
  test('a new size and a new filter do too', () => {
    expect(changeList({ page: '4' }, settings, { perPage: 25 })).toEqual({ per_page: 25 })
    expect(changeList({ page: '4' }, settings, { filters: { event: 'login' } })).toEqual({
      event: 'login',
    })
  })
  test('defaults and emptied filters leave the address', () => {
    const now = { page: '2', event: 'login', search: 'a', open: '7' }
    const change = { page: 1, search: '', filters: { event: null } }
    expect(changeList(now, settings, change)).toEqual({ open: '7' })
  })
})

describe('rows in the browser', () => {
  const rows = Array.from({ length: 23 }, (_, index) => index)
  test('a page of them', () => {
    expect(slicePage(rows, 3, 10)).toEqual({ rows: [20, 21, 22], page: 3, pages: 3, first: 20 })
  })
  test('a page beyond the last is the last', () => {
    expect(slicePage(rows, 9, 10).page).toBe(3)
    expect(slicePage([], 2, 10)).toEqual({ rows: [], page: 1, pages: 1, first: 0 })
  })
  test('search ignores case and surrounding space', () => {
    expect(searchRows(['A', 'B'], ['ann mwangi', 'ben'], ' MWA ')).toEqual(['A'])
    expect(searchRows(['A', 'B'], ['ann', 'ben'], '  ')).toEqual(['A', 'B'])
  })
})

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 5, [1, 2, 'after', 5]],
  [2, 3, [1, 2, 3]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 9, [1, 'before', 3, 4, 5, 'after', 9]],
  [9, 9, [1, 'before', 8, 9]],
])('page %i of %i has these beside it', (page, pages, near) => {
  expect(pagesNear(page, pages)).toEqual(near)
})

test('an address survives the way there and back', () => {
  const search = { search: 'a&b=c', page: '2' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({})).toBe('')
})
