import { read, utils } from '@e965/xlsx'
import { contract } from '@mshahara/contract'
import type { ExportAnswer, ExportType, Extension } from '@mshahara/contract/exports'
import { type EmployeeBody, employ } from './office.ts'
import type { Caller, World } from './world.ts'

/** A run with one of everything that makes a difference to a file, and files read back. */

export const staff: Partial<EmployeeBody>[] = [
  {
    first_name: 'Njeri',
    middle_name: 'Wanjiku',
    last_name: 'Mwangi',
    id_number: '23456789',
    pin_no: 'A001234567X',
    nssf_no: '0123456789',
    nhif_no: 'CR0012345',
    phone: '0712345678',
    bank_name: 'Equity Bank Limited',
    branch_name: 'Equity Bank Corporate',
    account_no: '0100123456789',
    salary: 100_000,
  },
  {
    // Looks like a formula in every field that lets it.
    first_name: '=1+1',
    last_name: '@SUM(A1:A9)',
    id_number: 'AK0123456',
    pin_no: 'A002345678Y',
    nssf_no: '+2012345',
    nhif_no: '-CR77',
    phone: '+4915112345678',
    bank_name: '=Own, "Bank"; Ltd',
    account_no: '0022003300',
    salary: 500_000,
  },
  {
    first_name: 'Achieng',
    last_name: 'Odhiambo',
    id_number: '31234567',
    pin_no: 'A003456789Z',
    nssf_no: '201234567X',
    nhif_no: 'CR0099',
    bank_name: 'Kenya Commercial Bank Limited',
    branch_name: 'Nakuru',
    account_no: '1122334455',
    disability: true,
    disability_certificate_no: 'EX/2024/17',
    disability_certificate_expiry: '2029-12-31',
    salary: 200_000,
  },
  {
    first_name: 'Baraka',
    last_name: 'Kiptoo',
    id_number: '25556667',
    pin_no: 'A004567890W',
    tos: 'Consultant',
    paye: false,
    nhif: false,
    nssf: false,
    housing: false,
    nita: false,
    vat_registered: true,
    account_no: '5566778899',
    salary: 116_000,
  },
  // Joins in the middle of the month, and has no numbers and no account yet.
  {
    first_name: 'Zawadi',
    last_name: 'Hassan',
    id_number: '38887776',
    employment_date: '2026-02-16',
    salary: 56_000,
  },
]

/** Five people with pay items; their ids in the order above. */
export async function employStaff(by: Caller): Promise<string[]> {
  const ids: string[] = []
  for (const one of staff) ids.push((await employ(by, one)).id)
  const [njeri, formula, , , zawadi] = ids
  const { allowances, incomes, deductions } = contract
  const from = '2024-02-01'
  const calls = [
    [allowances, { employee_id: njeri, name: 'House Allowance', amount: 20_000, type: 'house' }],
    // A one-off is of one month (B23), and two months are exported.
    ...['2024-09-01', '2026-02-01'].map(
      (day) =>
        [
          incomes,
          { employee_id: njeri, name: 'Bonus', amount: 15_000, one_off: true, from: day },
        ] as const,
    ),
    [incomes, { employee_id: njeri, name: 'Per Diem', amount: 4000, taxable: 0, from }],
    [deductions, { employee_id: njeri, name: 'HELB Loan', amount: 3250.5, from }],
    [deductions, { employee_id: formula, name: 'Pension', amount: 30_000, kind: 'pension', from }],
    [
      deductions,
      { employee_id: formula, name: 'Home', amount: 12_000, kind: 'mortgage interest', from },
    ],
    [
      deductions,
      { employee_id: formula, name: 'Policy', amount: 9000, kind: 'insurance premium', from },
    ],
    [deductions, { employee_id: formula, name: '=HELB()', amount: 100.25, from }],
    [allowances, { employee_id: zawadi, name: 'Transport', amount: 7000, type: 'transport' }],
  ] as const
  for (const [area, body] of calls) {
    const reply = await by.call(area.create as never, { body } as never)
    const { status, body: told } = reply as { status: number; body: unknown }
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(told)}`)
  }
  return ids
}

export const exportRun = (by: Caller, id: string, type: ExportType, extension: Extension) =>
  by.call(contract.exports.make, { params: { id }, body: { type, extension } })

/** As a browser with a session fetches it. */
export function fetchFile(world: World, by: Caller, address: string) {
  const headers = { authorization: `Bearer ${by.token}` }
  return world.app.inject({ method: 'GET', url: address, headers })
}

export async function bytesOf(world: World, by: Caller, { file }: ExportAnswer) {
  const reply = await fetchFile(world, by, file?.address ?? '')
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
  return reply.rawPayload
}

interface Plain {
  t: string
  v: string | number
  f?: string
}
export const sheetsOf = (bytes: Uint8Array) => read(bytes, { raw: true, dense: false })

/** Every sheet with its cells as csv: text in quotes, numbers bare, so that both can be told. */
export function cellsOf(bytes: Uint8Array): string {
  const book = sheetsOf(bytes)
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name] ?? {}
    const range = utils.decode_range(sheet['!ref'] ?? 'A1')
    const rows = Array.from({ length: range.e.r + 1 }, (_, r) =>
      Array.from({ length: range.e.c + 1 }, (_, c) => {
        const cell = sheet[utils.encode_cell({ r, c })] as Plain | undefined
        if (cell?.f !== undefined) return `FORMULA ${cell.f}`
        if (cell === undefined) return ''
        return cell.t === 'n' ? Number(cell.v).toFixed(2) : JSON.stringify(cell.v)
      }).join(','),
    )
    return `[${name}]\n${rows.join('\n')}\n`
  }).join('\n')
}
