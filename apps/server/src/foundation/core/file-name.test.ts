import { expect, test } from 'vitest'
import { fileName, uniqueNames } from './file-name.ts'

test.each([
  [['NSSF', '2026-10'], 'xlsx', 'NSSF-2026-10.xlsx'],
  [['Payslip', 'Kiprop', 'October', 2026], 'pdf', 'Payslip-Kiprop-October-2026.pdf'],
  [['P10', null, '2026-10', undefined, ''], 'csv', 'P10-2026-10.csv'],
  [['P9', 2026, "Ng'ang'a wa Mũthoni"], 'pdf', "P9-2026-Ng'ang'a-wa-Mũthoni.pdf"],
  [['../../etc/passwd', 'a:b*c?"<>|'], 'csv', 'etc-passwd-a-b-c.csv'],
  [['\u202egnp.exe', '..'], 'zip', 'gnp.exe.zip'],
  [['SACCO', 'x'.repeat(200)], 'csv', `SACCO-${'x'.repeat(60)}.csv`],
])('%j in %s is %s', (parts, extension, name) => {
  expect(fileName(parts, extension)).toBe(name)
})

test('two of one name in an archive are told apart, whatever their case', () => {
  const unique = uniqueNames()
  expect(['a.pdf', 'A.pdf', 'a.pdf', 'b.pdf'].map(unique)).toEqual([
    'a.pdf',
    'A-2.pdf',
    'a-3.pdf',
    'b.pdf',
  ])
})
