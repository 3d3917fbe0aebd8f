import { Stack, Text, Title } from '@mantine/core'
import { payWays } from '@mshahara/contract/employee-fields'
import type { Employee } from '@mshahara/contract/employees'
import type { ReactNode } from 'react'
import { amount, date, ksh } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Detail as Facts } from '../ui/detail.tsx'
import { Tag } from '../ui/status.tsx'
import classes from './employee.module.css'
import { useRecordWords } from './record-words.ts'

export function Details({ employee }: { employee: Employee }) {
  const { kin, details } = employee
  const say = useRecordWords()
  const coded = (name: string | null, code: string | null) =>
    name && (code ? `${name} · ${say('Code')}: ${code}` : name)
  return (
    <div className={classes.parts}>
      <Part title="Personal Information">
        <Detail
          items={[
            ['ID Number', employee.id_number],
            ['Gender', employee.gender],
            ['Date of Birth', date(employee.dob)],
            ['Phone', employee.phone],
            ['Email', employee.email],
            ['Address', employee.address],
            ['Sign-in', signInOf(employee)],
          ]}
        />
      </Part>
      <Part title="Employment Details">
        <Detail
          items={[
            ['Employment Date', date(employee.employment_date)],
            ['Terms of Service', employee.tos],
            [
              employee.tos === 'Consultant' ? 'Salary incl. VAT' : 'Salary',
              <span key="salary" className="figures">
                {salaryIn(employee, say)}
              </span>,
            ],
            ['Termination Date', date(employee.termination_date) || 'N/A'],
          ]}
        />
      </Part>
      <Part title="Next of Kin">
        <Detail
          items={[
            ['Name', kin.name],
            ['Relationship', kin.relationship],
            ['Phone', kin.phone],
          ]}
        />
      </Part>
      <Part title="Financial Information">
        <Detail
          items={[
            ['PIN No', details.pin_no],
            ['SHIF No', details.nhif_no],
            ['NSSF No', details.nssf_no],
            ['Pay by', payWays[employee.pay_by]],
            ['Bank Name', coded(details.bank_name, details.bank_code)],
            ['Account No', details.account_no],
            ['Branch Name', coded(details.branch_name, details.branch_code)],
          ]}
        />
      </Part>
      <Part title="Deductions and tax">
        <Detail items={taxOf(employee)} />
      </Part>
      <Part title="Salary history">
        <SalaryHistory employee={employee} />
      </Part>
    </div>
  )
}

/** What people write themselves stays as they wrote it. */
const typed = new Set(['Address', 'Name', 'Relationship', 'Bank Name', 'Branch Name'])

/** Labels, and values that are words of ours, in the language of the reader. */
function Detail({ items }: { items: [string, ReactNode][] }) {
  const say = useRecordWords()
  return (
    <Facts
      items={items.map(([label, value]) => [
        say(label),
        typeof value === 'string' && !typed.has(label) ? say(value) : value,
      ])}
    />
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const say = useRecordWords()
  return (
    <Stack gap="sm" component="section" aria-label={say(title)}>
      <Title order={3}>{say(title)}</Title>
      {children}
    </Stack>
  )
}

function signInOf({ sign_in, email }: Employee): string {
  if (!sign_in) return email ? 'None' : 'None. Add an email address to give this person one.'
  if (sign_in.status === 'invited') return 'Invited, waiting for the person to accept'
  if (sign_in.status === 'inactive') return 'Blocked by their status'
  return sign_in.email === email ? 'Active' : `Active, with ${sign_in.email}`
}

/** "Net KSh 80,000 agreed (gross KSh 112,506.29)" */
const salaryIn = ({ salary, agreed_net }: Employee, say: (word: string) => string) =>
  agreed_net === null
    ? ksh(salary)
    : `${say('Agreed net')} ${ksh(agreed_net)} (${say('gross')} ${ksh(salary)})`

const yes = (value: boolean) => (value ? 'Yes' : 'No')

function taxOf(employee: Employee): [string, ReactNode][] {
  const items: [string, ReactNode][] = [
    ['Deduct PAYE', yes(employee.paye)],
    ['Deduct SHIF', yes(employee.nhif)],
    ['Deduct NSSF', yes(employee.nssf)],
    ['Housing Levy', yes(employee.housing)],
    ['Deduct NITA', yes(employee.nita)],
    ['Email Payslip', yes(employee.email_payslip)],
    ['Resident', yes(employee.resident)],
    ['Employment', employee.primary_employment ? 'Primary' : 'Secondary'],
    ['NSSF tier II', employee.nssf_tier2_contracted_out ? 'Contracted out' : 'With NSSF'],
    ['NSSF after 60', employee.nssf_continues ? 'Continues' : 'Stops'],
    ['Disability', yes(employee.disability === 1)],
  ]
  if (employee.tos === 'Consultant') items.push(['VAT-registered', yes(employee.vat_registered)])
  if (employee.disability !== 1) return items
  return [
    ...items,
    ['Certificate no', employee.disability_certificate_no],
    ['Certificate expiry', date(employee.disability_certificate_expiry)],
  ]
}

type Change = Employee['salaries'][number]

const states = {
  current: ['Current', 'green'],
  coming: ['Coming', 'blue'],
  past: ['Past', 'gray'],
  replaced: ['Replaced', 'gray'],
} as const satisfies Record<Change['state'], unknown>

const columnsFor = (say: (word: string) => string): Column<Change>[] => [
  {
    key: 'month',
    title: say('From'),
    lead: true,
    oneLine: true,
    render: ({ month }) => monthName(month),
  },
  {
    key: 'amount',
    title: say('Salary'),
    align: 'right',
    render: (change) => (
      <>
        <span className="figures">{amount(change.amount)}</span>
        {change.agreed_net !== null && (
          <Text size="xs" c="dimmed">
            {say('Agreed net')} {amount(change.agreed_net)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'state',
    title: say('State'),
    render: ({ state }) => <Tag tone={states[state][1]}>{say(states[state][0])}</Tag>,
  },
  { key: 'by', title: say('Recorded by'), render: ({ by }) => by },
  {
    key: 'on',
    title: say('Recorded on'),
    oneLine: true,
    render: ({ created_at }) => date(created_at),
  },
]

function SalaryHistory({ employee }: { employee: Employee }) {
  const say = useRecordWords()
  return (
    <DataTable
      label={say('Salary history')}
      columns={columnsFor(say)}
      rows={employee.salaries}
      rowKey={({ id }) => id}
      empty={say('No salary recorded')}
    />
  )
}
