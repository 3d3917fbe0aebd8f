import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, day, id, instant, message, numberInput, shillings, text } from './fields.ts'

/** How an organisation pays people: through its bank, and through M-PESA. */

/** PayPal and Stripe are named in the specification, and not offered. */
export const integrationTypes = ['bank', 'mpesa', 'paypal', 'stripe'] as const
export type IntegrationType = (typeof integrationTypes)[number]
export const offeredTypes = ['bank', 'mpesa'] as const

/** Banks that take payments from here, by code; for every other the bank file is the way. */
export const payingBanks = ['01', '11']
export const companyCodeBank = '01'

export const byBankFile = (bank: string | null) =>
  `${bank ?? 'This bank'} cannot be paid through from here. Pay with the bank file: open the ` +
  'confirmed payroll and export it for the bank.'
export const noBankAccount =
  'The organization has no bank account yet. Enter bank and account number first.'

/** Passwords of M-PESA's API users end after 90 days. */
export const passwordDays = 90
/** From so many days before, everybody is reminded. */
export const passwordReminderDays = 14

/** Secrets are never sent back; a mask stands for one of any length. */
export const mask = '********'

const secret = (label: string, max = 200) =>
  text(label, max).refine((value) => !/\s/.test(value), `${label} cannot contain spaces.`)

const given = z.string().trim().max(200, 'This is too long.').nullish()

export const integrationInput = z
  .object({
    organization_id: id,
    type: z.enum(integrationTypes, 'Payment Method is BANK or MPESA.'),
    consumer_key: secret('Consumer Key'),
    consumer_secret: secret('Consumer Secret'),
    status: z.enum(['active', 'inactive'], 'Status is active or inactive.').default('active'),
    meta: z
      .object({
        company_code: given,
        initiator_name: given,
        initiator_password: given,
        short_code: given,
        /** Of the initiator's password; 90 days from today unless it is given. */
        password_expires_on: z.preprocess((value) => value || null, day.nullable()),
        /** Payments a second, where the provider has agreed to another number than usual. */
        per_second: numberInput('Payments per Second', (number) =>
          number
            .min(0.1, 'Payments per Second must be at least 0.1.')
            .max(100, 'Payments per Second can be at most 100.'),
        ).nullish(),
      })
      .partial()
      .default({}),
  })
  .superRefine((input, ctx) => {
    for (const [field, sentence] of metaFaults(input.type, input.meta)) {
      ctx.addIssue({ code: 'custom', path: field.split('.'), message: sentence })
    }
  })
export type IntegrationInput = z.output<typeof integrationInput>

type Meta = Partial<Record<'initiator_name' | 'initiator_password' | 'short_code', string | null>>

/** What M-PESA asks for besides the keys. */
function metaFaults(type: IntegrationType, meta: Meta): [field: string, sentence: string][] {
  if (!(offeredTypes as readonly string[]).includes(type)) {
    return [['type', 'This payment method is not offered. Choose BANK or MPESA.']]
  }
  if (type !== 'mpesa') return []
  const faults: [string, string][] = []
  if (!meta.initiator_name) faults.push(['meta.initiator_name', 'Initiator Name is required.'])
  if (!meta.initiator_password) {
    faults.push(['meta.initiator_password', 'Initiator Password is required.'])
  } else if (!/^[A-Za-z0-9#&%$]+$/.test(meta.initiator_password)) {
    const sentence = 'Initiator Password can have letters, digits and # & % $ only.'
    faults.push(['meta.initiator_password', sentence])
  }
  if (!meta.short_code) faults.push(['meta.short_code', 'Short Code is required.'])
  else if (!/^\d{5,7}$/.test(meta.short_code)) {
    faults.push(['meta.short_code', 'Short Code has 5 to 7 digits.'])
  }
  return faults
}

/** As organisations see it: names and numbers, no secret. */
export const integration = z.object({
  id,
  organization_id: id,
  type: z.enum(integrationTypes),
  /** Who pays, such as KCB. */
  provider: z.string(),
  bank_code: z.string().nullable(),
  status: z.enum(['active', 'inactive']),
  meta: z.record(z.string(), z.union([z.string(), z.number()])),
  created_at: instant,
  tested_at: instant.nullable(),
  test_result: z.string().nullable(),
  /** The answer to a test may still come. */
  test_open: z.boolean(),
  balance: shillings.nullable(),
  balance_at: instant.nullable(),
})
export type Integration = z.output<typeof integration>

export const reminderOf = ({ meta }: Pick<Integration, 'meta'>): string | undefined => {
  const { password_expires_on: expires } = meta
  return typeof expires === 'string' ? expires : undefined
}

/** For the operator also the address that KCB is given for its callbacks. */
const integrationKept = integration.extend({ callback_url: z.string().nullable() })

export const integrations = {
  save: endpoint({
    method: 'POST',
    path: 'integration',
    access: 'super-admin',
    needs: 'login',
    summary: 'Add an integration, or replace the credentials of the one in use.',
    body: integrationInput,
    response: message.extend({ integration: integrationKept }),
    success: 201,
    secret: true,
  }),
  list: endpoint({
    method: 'GET',
    path: 'integrations/:id',
    access: 'super-admin',
    needs: 'login',
    summary: 'The integrations of the organisation with this id, newest first.',
    params: byId,
    response: z.array(integrationKept),
  }),
  status: endpoint({
    method: 'PATCH',
    path: 'integration/status/:id',
    access: 'super-admin',
    needs: 'login',
    summary: 'Activate or deactivate an integration.',
    params: byId,
    body: z.object({ status: z.enum(['active', 'inactive'], 'Status is active or inactive.') }),
    response: integrationKept,
  }),
  test: endpoint({
    method: 'POST',
    path: 'integration/test/:id',
    access: 'view integrations',
    needs: 'login',
    summary: 'Try the credentials out: a token, and the balance where the provider tells it.',
    params: byId,
    response: integration,
  }),
}
