import { Button, Stack, Text, Title } from '@mantine/core'
import { casualPayWays } from '@mshahara/contract/casual-fields'
import {
  type CasualPayslip,
  casualPayrolls,
  dayLegend,
  daySources,
  lateWords,
} from '@mshahara/contract/casual-payroll'
import { counted } from '@mshahara/contract/counted'
import { useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { amount, date, ksh, signed, wholeName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { Card } from '../ui/card.tsx'
import { Detail } from '../ui/detail.tsx'
import { IconDownload } from '../ui/icons.ts'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Page } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Status } from '../ui/status.tsx'
import { Waiting } from '../ui/waiting.tsx'
import classes from './casual-payroll.module.css'

export default function CasualPayslipPage() {
  const id = useParam('id')
  const { data: slip, isPending } = useRead(casualPayrolls.payslip, { params: { id } })
  return (
    <Page
      title="Casual Payslip"
      tab={slip ? wholeName(slip.casual) : 'Casual Payslip'}
      subtitle={slip ? `${slip.payroll.code} - ${rangeOf(slip)}` : ' '}
      actions={slip?.payroll.status === 'confirmed' && <Paper id={slip.id} />}
      {...(slip && {
        back: { label: 'Back to the payroll', to: `/payroll/casual/${slip.payroll.id}` },
      })}
    >
      {isPending && <Waiting />}
      {!isPending && !slip && <MissingPayroll to="/payrolls/casuals" />}
      {slip && (
        <Stack gap="lg">
          <Card title={wholeName(slip.casual)} actions={<Status value={slip.payroll.status} />}>
            <Stack gap="lg">
              <Facts slip={slip} />
              <Days slip={slip} />
            </Stack>
          </Card>
          <Card title="Pay">
            <Lines slip={slip} />
            {slip.late.map((late) => (
              <Text key={late.month} size="sm" c="dimmed" mt="sm">
                {lateWords(late, ksh)}
              </Text>
            ))}
          </Card>
        </Stack>
      )}
    </Page>
  )
}

/** As a PDF, made when it is asked for. */
function Paper({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    // lib/api.ts has already said why it failed.
    const sent = await call(casualPayrolls.paper, { params: { id } }).catch(() => null)
    setBusy(false)
    if (sent) saveFile(sent.data)
  }
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <Button variant="default" loading={busy} leftSection={icon} onClick={() => void save()}>
      Download PDF
    </Button>
  )
}

const rangeOf = ({ payroll: { from, to } }: CasualPayslip) => `${date(from)} to ${date(to)}`

const Facts = ({ slip }: { slip: CasualPayslip }) => (
  <Detail
    items={[
      ['Casual No', slip.casual.casual_no],
      ['ID Number', slip.id_number],
      ['Phone', slip.phone],
      ['Department', slip.department],
      ['Work Station', slip.station],
      ['Pay by', casualPayWays[slip.pay_by]],
      ...paymentOf(slip),
    ]}
  />
)

function paymentOf({ paid }: CasualPayslip): [string, string][] {
  if (!paid) return []
  if (paid.by === 'cash') return [['Paid in cash on', date(paid.on)]]
  return [
    ['Paid on', date(paid.on)],
    // Where somebody has decided that it was paid, its code need not be known.
    ...(paid.reference ? ([['Mpesa Code', paid.reference]] as [string, string][]) : []),
  ]
}

const letters: Record<string, string> = {
  F: 'Full day',
  H: 'Half day',
  '-': 'No pay',
  P: 'In another payroll',
}

const hoursTold = (hours: number) => `${counted(hours, 'hour')} of overtime`

function Days({ slip }: { slip: CasualPayslip }) {
  const { marks, payroll, source } = slip
  const overtime = new Map(slip.overtime_days.map(({ day, hours }) => [day, hours]))
  return (
    <section aria-label="Days">
      <Title order={3} mb="xs">
        Days
      </Title>
      <ul className={classes.days}>
        {[...marks].map((letter, index) => {
          const day = new Date(Date.parse(payroll.from) + index * 86_400_000)
          const hours = overtime.get(day.toISOString().slice(0, 10))
          const told = [letters[letter.toUpperCase()], hours && hoursTold(hours)]
          return (
            <li key={day.toISOString()} title={told.filter(Boolean).join(', ')}>
              <span>{dayName.format(day)}</span>
              <b>{`${letter.toUpperCase()}${hours ? `+${hours}` : ''}`}</b>
            </li>
          )
        })}
      </ul>
      <Text size="sm" c="dimmed" mt={6}>
        {`${dayLegend(slip)} From: ${daySources[source]}.`}
      </Text>
    </section>
  )
}
const dayName = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
})

/** What it is, how it comes about, and the amount. */
type Line = [name: string, working: string, amount: string, sum?: boolean]

function linesOf(slip: CasualPayslip): Line[] {
  const { pay, days, pieces, law, pay_basis, piece, health } = slip
  const times = (daily: number, of: number) => `${amount(daily)} × ${of}`
  const statutory: [string, number][] = [
    ['PAYE', law.paye],
    ['NSSF', law.nssf],
    [health, law.health],
    ['Housing Levy', law.housing],
  ]
  const items = (list: CasualPayslip['advances']): Line[] =>
    list.map((line) => [line.name, times(line.daily, line.days), amount(line.amount)])
  return [
    pay_basis === 'piece'
      ? [`Pay by the ${piece ?? 'piece'}`, times(pay, pieces), amount(slip.total)]
      : ['Daily pay', times(pay, days), amount(slip.total)],
    ...(slip.overtime > 0
      ? ([['Overtime', counted(slip.overtime_hours, 'hour'), amount(slip.overtime)]] as Line[])
      : []),
    ...items(slip.advances),
    ['Gross', '', amount(slip.gross), true],
    ...statutory
      .filter(([, taken]) => taken !== 0)
      .map(([name, taken]): Line => [name, 'Month to date', signed(taken)]),
    ...items(slip.deductions),
    ['Deductions', '', amount(slip.deduction), true],
    ['NET', '', `${slip.net < 0 ? '−' : ''}${ksh(Math.abs(slip.net))}`, true],
  ]
}

function Lines({ slip }: { slip: CasualPayslip }) {
  return (
    <table className={classes.lines} aria-label="Pay">
      <tbody>
        {linesOf(slip).map(([name, working, told, sum], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name.
          <tr key={index} data-sum={sum}>
            <th scope="row">{name}</th>
            <td className="figures">{working}</td>
            <td className="figures">{told}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
