import { contract } from '@mshahara/contract'
import { mpesa } from '../apps/server/src/test/integrations.ts'
import { call } from './calls.ts'
import { found, signUpOperator } from './people.ts'
import type { Page } from './test.ts'

/** What stories of casual workers share: who pays them, their roll, and a table in full. */

/** An office that pays by M-PESA, with one person who pays. */
export async function payingOffice(primary: Page, operator: Page, name: string) {
  const { organization } = await found(primary.request, name)
  await signUpOperator(operator.request)
  await call(operator.request, contract.integrations.save, {
    body: mpesa(organization.id),
  })
}

/** A letter for each day from the first on, as on the sheet: F, H, A, or F+2 with overtime. */
export const onRoll = (page: Page, from: string, rows: Record<string, string>) =>
  call(page.request, contract.musterRolls.save, {
    body: {
      from,
      days: 7,
      marks: Object.entries(rows).flatMap(([casual_id, letters]) =>
        letters.split(' ').map((cell, index) => ({
          casual_id,
          day: new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
          present: cell.startsWith('F')
            ? (1 as const)
            : cell === 'H'
              ? (0.5 as const)
              : (0 as const),
          overtime_hours: Number(cell.split('+')[1] ?? 0),
        })),
      ),
    },
  })

/** Nothing of a table is hidden: it need not be scrolled sideways. */
export const isWhole = (page: Page, name: string) =>
  page
    .getByRole('table', { name })
    .evaluate(({ parentElement }) => parentElement?.scrollWidth === parentElement?.clientWidth)
