import type { Tx } from '../../foundation/core/db.ts'

/** The organisation as its files name it. */
export interface Employer {
  name: string
  pin_no: string | null
  nhif_no: string | null
  account_no: string | null
  bank_code: string | null
  branch_code: string | null
}

export const employerOf = (tx: Tx): Promise<Employer> =>
  tx.one`select name, pin_no, nhif_no, account_no, bank_code, branch_code
    from organizations where id = app_org()`
