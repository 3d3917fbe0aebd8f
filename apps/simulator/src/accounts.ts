/** Who may call: the credentials that exist without anybody setting anything up. */

export interface DarajaAccount {
  consumer_key: string
  consumer_secret: string
  /** What customers pay to. */
  paybill: { shortcode: string; passkey: string }
  /** What salaries are paid from. */
  b2c: { shortcode: string; name: string; initiator: string; password: string }
}

export interface BankAccount {
  consumer_key: string
  consumer_secret: string
  company_code?: string
  /** Accounts that may be debited; without a list any may, and is opened when first used. */
  debit_accounts?: string[]
  /** KCB only: where results go, registered at onboarding; by debit account before all others. */
  callback_url?: string
  callback_urls?: Record<string, string>
}

export interface Accounts {
  daraja: DarajaAccount[]
  kcb: BankAccount[]
  coop: BankAccount[]
}
export type Provider = keyof Accounts

export const openingCents = 100_000_000_000

export const defaultAccounts = (): Accounts => ({
  daraja: [
    {
      consumer_key: 'sim-daraja-key',
      consumer_secret: 'sim-daraja-secret',
      paybill: { shortcode: '600100', passkey: 'examplepasskey0123456789' },
      b2c: {
        shortcode: '600997',
        name: 'SIMULATED EMPLOYER',
        initiator: 'payrollapi',
        password: 'Simulator#2026',
      },
    },
  ],
  kcb: [
    {
      consumer_key: 'sim-kcb-key',
      consumer_secret: 'sim-kcb-secret',
      company_code: 'KE0010001',
    },
  ],
  coop: [{ consumer_key: 'sim-coop-key', consumer_secret: 'sim-coop-secret' }],
})

/** Adds an account, or changes what is given of the one with the same key. */
export function keepAccount<P extends Provider>(
  accounts: Accounts,
  provider: P,
  given: Partial<Accounts[P][number]>,
): Accounts[P][number] {
  const list = accounts[provider] as Accounts[P][number][]
  const known = list.find(({ consumer_key }) => consumer_key === given.consumer_key)
  if (known) return Object.assign(known, given)
  const [usual] = defaultAccounts()[provider]
  const added = { ...usual, ...given } as Accounts[P][number]
  list.push(added)
  return added
}
