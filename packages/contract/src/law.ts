import { z } from 'zod'
import { inKindInput, inKindShown } from './benefits.ts'
import { endpoint } from './endpoint.ts'
import { flag, month, shillings, shillingsInput } from './fields.ts'
import { healthName } from './figures.ts'
import { wordingOf } from './say.ts'

/** The law of a month: its figures, and one month's pay under it. */

const on = flag.default(true)

export const simulatorWords = wordingOf('simulator', {
  grossOrNet: 'Please give the gross income, or the net income you want to receive.',
})

/** Either the gross income, or the net one wants to receive. */
export const simulationInput = z
  .object({
    gross: shillingsInput('Gross Income').optional(),
    net: shillingsInput('Net Income').optional(),
    month: month.optional(),
    disability: flag.default(false),
    paye: on,
    nhif: on,
    nssf: on,
    housing: on,
    nita: on,
    ...inKindInput,
  })
  .refine(({ gross, net }) => (gross === undefined) !== (net === undefined), {
    path: ['gross'],
    error: simulatorWords.grossOrNet,
  })

export const workingLine = z.object({
  code: z.string(),
  label: z.string(),
  amount: shillings,
  because: z.object({
    rule: z.string().nullable(),
    /** The pay month since which the rule holds. */
    from: z.string().nullable(),
    source: z.string().nullable(),
    working: z.string(),
  }),
})

export const simulation = z.object({
  month: z.string(),
  /** False: nobody has looked yet whether the law still holds for this month. */
  checked: z.boolean(),
  /** What the health contribution is called in this month. */
  health: healthName,
  gross: shillings,
  /** What is taxed of benefits in kind, a house included. */
  benefits: shillings,
  taxable: shillings,
  /** PAYE after reliefs. */
  tax: shillings,
  nhif: shillings,
  nssf: shillings,
  /** Insurance and medical fund relief. */
  nhif_relief: shillings,
  /** Personal and housing levy relief. */
  tax_relief: shillings,
  housing_levy: shillings,
  total_deductions: shillings,
  net: shillings,
  /** What the employer pays on top: none of it is deducted (B6). */
  nssf_employer: shillings,
  housing_employer: shillings,
  nita: shillings,
  /** Gross and all of that. */
  employer_cost: shillings,
  /** False when no gross income gives exactly the net that was asked for. */
  exact: z.boolean(),
  lines: z.array(workingLine),
  /** What each benefit counts as by itself. */
  in_kind: z.array(inKindShown),
})
export type Simulation = z.output<typeof simulation>

/** Where a figure comes from, and since which pay month it holds. */
const figure = { source: z.string(), since: z.string() }

export const lawSettings = z.object({
  month: z.string(),
  checked: z.boolean(),
  first_month: z.string(),
  settings: z.array(z.object({ name: z.string(), value: z.string(), ...figure })),
  /** Tops of the bands; null for the last, which has none. */
  paye_rates: z.array(
    z.object({
      band_month: shillings.nullable(),
      band_year: shillings.nullable(),
      rate: z.number(),
      ...figure,
    }),
  ),
  /** What the month's health contribution is called, and since when. */
  health: z.object({ name: healthName, since: z.string() }),
  /** Empty since SHIF. */
  nhif_rates: z.array(
    z.object({ from: shillings, to: shillings.nullable(), amount: shillings, ...figure }),
  ),
})

/** Calls of the area settings, apart from what every page needs. */
export const lawCalls = {
  law: endpoint({
    method: 'GET',
    path: 'settings',
    access: 'super-admin',
    needs: 'login',
    summary: 'The statutory figures of a month (default: this month), each with its source.',
    query: z.object({ month: month.optional() }),
    response: lawSettings,
  }),
  simulate: endpoint({
    method: 'POST',
    path: 'payslip/simulate',
    access: 'public',
    needs: 'login',
    effect: 'read',
    summary: "One month's pay under the law of that month, every figure with its working.",
    body: simulationInput,
    response: simulation,
  }),
}
