import { limits } from '@mshahara/contract'
import type { Column } from '../../foundation/sheets/columns.ts'
import { bankNames } from '../organizations/index.ts'

/** The columns of the sheet of organisations, in the order of the form. */

const text = (
  key: string,
  title: string,
  examples: Column['examples'],
  more: Partial<Column> = {},
): Column => ({
  key,
  title,
  kind: 'text',
  examples,
  ...more,
})

const deducts = (key: string, name: string): Column =>
  text(key, `Deduct ${name}`, ['Yes', 'Yes'], {
    kind: 'yes-no',
    assumed: 'Yes',
    hint: 'Yes or No. Left empty: Yes.',
  })

const organization: Column[] = [
  text('name', 'Name', ['Jirani Stores Ltd', 'Upendo Academy'], {
    required: true,
    also: ['Organization', 'Organization Name', 'Organisation', 'Company', 'Company Name'],
  }),
  text('address', 'Address', ['Moi Avenue, Nairobi', 'Kenyatta Street, Eldoret'], {
    required: true,
    also: ['Physical Address', 'Location'],
  }),
  text('phone', 'Phone', ['0202345678', '0712345678'], {
    kind: 'phone',
    required: true,
    also: ['Phone Number', 'Telephone'],
  }),
  text('email', 'Email', ['office@jirani.example', 'office@upendo.example'], {
    required: true,
    also: ['Email Address', 'Organization Email'],
  }),
  text('website', 'Website', ['https://jirani.example', ''], { also: ['Web'] }),
  text('pin_no', 'PIN No', ['P051234567A', 'P052345678B'], {
    required: true,
    also: ['PIN', 'KRA PIN', 'PIN Number'],
  }),
  text('nhif_no', 'SHIF No', ['', ''], {
    also: ['NHIF No', 'SHIF Number', 'NHIF Number', 'SHA No'],
  }),
  text('nssf_no', 'NSSF No', ['', ''], { also: ['NSSF Number'] }),
  text('bank_name', 'Bank Name', ['KCB Bank Kenya', ''], {
    kind: 'choice',
    open: true,
    choices: bankNames.banks,
    also: ['Bank'],
  }),
  text('branch_name', 'Branch Name', ['', ''], { also: ['Branch'] }),
  text('account_no', 'Account Number', ['1102938475', ''], { also: ['Account No', 'Account'] }),
  text('trial', 'Trial Period', [limits.trialMonthsOperator, 2], {
    kind: 'number',
    rate: true,
    assumed: '1 month',
    hint: 'In months, 1 to 24. Left empty: 1.',
    also: ['Trial', 'Trial Months'],
  }),
]

const switches: Column[] = [
  deducts('paye', 'PAYE'),
  deducts('nhif', 'SHIF'),
  deducts('nssf', 'NSSF'),
  deducts('housing', 'Housing Levy'),
  deducts('nita', 'NITA'),
]

const user: Column[] = [
  text('user.first_name', 'Primary First Name', ['Amina', 'Kiprop'], {
    required: true,
    also: ['Contact First Name', 'First Name'],
    hint: 'The primary user, who is invited by email.',
  }),
  text('user.last_name', 'Primary Last Name', ['Juma', 'Cheruiyot'], {
    required: true,
    also: ['Contact Last Name', 'Last Name', 'Surname'],
  }),
  text('user.email', 'Primary Email', ['amina@jirani.example', 'kiprop@upendo.example'], {
    required: true,
    also: ['Contact Email', 'Primary User Email'],
  }),
  text('user.phone', 'Primary Phone', ['0712345678', '0110234567'], {
    kind: 'phone',
    required: true,
    also: ['Contact Phone', 'Primary User Phone'],
  }),
]

export const clientColumns = [...organization, ...switches, ...user]
