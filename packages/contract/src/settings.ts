import { z } from 'zod'
import { inKindInput, inKindShown } from './benefits.ts'
import { endpoint } from './endpoint.ts'
import { byId, flag, id, month, shillings, shillingsInput } from './fields.ts'
import { healthName } from './figures.ts'
import { wordingOf } from './say.ts'

export const job = z.object({
  id,
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  done: z.number(),
  total: z.number(),
  result: z.unknown(),
  error: z.string().nullable(),
})
export type Job = z.output<typeof job>

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

export const settings = {
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
  config: endpoint({
    method: 'GET',
    path: 'config',
    access: 'public',
    needs: 'login',
    summary: 'What the web application must know before anybody signs in.',
    response: z.object({
      accounts_url: z.string().nullable(),
      payments_mode: z.enum(['simulator', 'sandbox', 'production']),
      demo: z.boolean(),
      /** The outbox at /dev/mail is open. */
      dev_mail: z.boolean(),
      /** What forms say of this month's law. */
      law: z.object({
        withholding_percent: z.number(),
        withholding_from: shillings,
        vat_percent: z.number(),
        nssf_until_age: z.number(),
        /** What an hour of overtime counts as. */
        overtime_times: z.number(),
        rest_day_times: z.number(),
        usual_month_hours: z.number(),
        usual_week_hours: z.number(),
      }),
    }),
  }),
  job: endpoint({
    method: 'GET',
    path: 'job/:id',
    access: 'signed-in',
    needs: 'login',
    summary: 'Progress of a background job of the caller.',
    params: byId,
    response: job,
  }),
}
