import type { BankColumn, BankField, BankLayout, BankType } from '@mshahara/contract/bank-layouts'

/**
 * The starting points of the bank files. No bank publishes its layout: these are the columns that
 * other programs write for them, for the organisation to confirm with its bank and to change.
 */

const column = (field: BankField, heading: string): BankColumn => ({ field, heading, text: null })
const layout = (columns: BankColumn[]): BankLayout => ({
  header: true,
  delimiter: ',',
  total_row: false,
  columns,
})

const neutral = layout([
  column('name', 'BeneficiaryName'),
  column('bank_code', 'BankCode'),
  column('branch_code', 'BranchCode'),
  column('account_no', 'AccountNumber'),
  column('amount', 'Amount'),
  column('currency', 'Currency'),
  column('reference', 'Reference'),
  column('narration', 'Narration'),
])

export const defaultLayouts: Record<BankType, BankLayout> = {
  'co-op-bank': layout([
    column('account_no', 'AccountNumber'),
    column('amount', 'Amount'),
    column('name', 'BeneficiaryName'),
    // A branch alone says nothing of accounts in other banks, which are in the file too.
    column('sort_code', 'BranchCode'),
    column('reference', 'TransactionReference'),
  ]),
  'equity-bank': layout([
    column('account_no', 'AccountNo'),
    column('amount', 'Amount'),
    column('name', 'BeneficiaryName'),
    column('narration', 'Narration'),
    column('sort_code', 'BranchCode'),
  ]),
  'kcb-bank': layout([
    column('debit_account', 'Debit/From Account'),
    column('debit_sort_code', 'Your Branch/Originator SORT Code'),
    column('name', 'Beneficiary Name'),
    column('account_no', 'Credit/To Account'),
    column('bank_name', 'Beneficiary Bank'),
    column('sort_code', 'BIC/SORT Code'),
    column('amount', 'Amount'),
    column('reference', 'My reference'),
    column('narration', 'Beneficiary Ref'),
  ]),
  'ncba-bank': layout([
    column('name', 'Beneficiary Name'),
    column('account_no', 'Bank Account'),
    column('bank_name', 'Bank'),
    column('amount', 'Amount'),
    column('reference', 'Reference'),
  ]),
  'national-bank': neutral,
  bank: neutral,
}
