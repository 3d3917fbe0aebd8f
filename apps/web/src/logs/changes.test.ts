import { expect, test } from 'vitest'
import { changesOf, fieldOf } from './changes.ts'

const sales = '0b5e8c53-93a2-4b0d-9d7e-0123456789ab'

test('each field that changed, from what it was to what it became', () => {
  const properties = {
    old: { department_id: null, nssf: true, termination_date: null, salary: 80000 },
    new: { department_id: sales, nssf: false, termination_date: '2026-02-28', salary: 90000 },
  }
  expect(changesOf({ properties, names: { [sales]: 'Sales' } })).toEqual([
    { field: 'Department', before: '—', after: 'Sales' },
    { field: 'NSSF', before: 'Yes', after: 'No' },
    { field: 'Termination date', before: '—', after: '28 February, 2026' },
    { field: 'Salary', before: '80000', after: '90000' },
  ])
})

test('of a new record what it has, without what is empty or says nothing', () => {
  const properties = { new: { id: sales, organization_id: sales, name: 'House', to: null } }
  expect(changesOf({ properties, names: {} })).toEqual([
    { field: 'Name', before: '—', after: 'House' },
  ])
})

test('an entry without fields has none', () => {
  expect(changesOf({ properties: null, names: {} })).toEqual([])
  expect(changesOf({ properties: { address: '10.0.0.1' }, names: {} })).toEqual([])
})

test.each([
  ['pin_no', 'PIN number'],
  ['tos', 'Employment terms'],
  ['nhif_no', 'SHIF number'],
  ['work_station_id', 'Work station'],
])('%s is %s', (name, words) => {
  expect(fieldOf(name)).toBe(words)
})
