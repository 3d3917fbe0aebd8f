import { Button, Group, Stack, Text } from '@mantine/core'
import { counted } from '@mshahara/contract/counted'
import { type RaiseRow, type RaisesWorkedOut, raises } from '@mshahara/contract/raises'
import { useMemo, useState } from 'react'
import { amount, ksh, signed } from '../lib/format.ts'
import { monthName } from '../lib/months.ts'
import { toast } from '../lib/toast.tsx'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/confirm.tsx'
import { SearchField } from '../ui/list-frame.tsx'
import { Paging } from '../ui/paging.tsx'
import { RaisesGrid } from './grid.tsx'
import classes from './raises.module.css'
import {
  amountOf,
  faultIn,
  type Hand,
  isChanged,
  isIn,
  type Sums,
  sumsOf,
  textOf,
  untouched,
  withOut,
  withText,
} from './typed.ts'

interface Props {
  worked: RaisesWorkedOut
  /** Looked at once more, with what was changed by hand. */
  onAgain: (rows: RaiseRow[], typed: ReadonlyMap<string, number>) => Promise<boolean>
  /** Some of the amounts are not the rule's. */
  isByHand: boolean
  busy: boolean
  onDone: () => void
}

const sizes = [25, 50, 100, 250] as const

/** What a raise comes to, to be changed by hand, and saved in one act. */
export function WorkedOut({ worked, isByHand, onAgain, busy, onDone }: Props) {
  const { rows } = worked
  const [hand, setHand] = useState<Hand>(untouched)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<number>(50)
  const wanted = search.trim().toLowerCase()
  const found = rows.filter((row) =>
    `${row.name}\n${row.employee_no}\n${row.department}`.toLowerCase().includes(wanted),
  )
  const pages = Math.max(1, Math.ceil(found.length / perPage))
  const at = Math.min(page, pages)
  const included = rows.filter((row) => isIn(row, hand))
  const changed = included.filter(isChanged)
  const sums = useMemo(() => sumsOf(changed), [changed])
  const save = useSave(changed, sums, onDone)
  async function again() {
    const wrong = included.find((row) => faultIn(textOf(row, hand)))
    if (wrong) return toast('error', `The new salary of ${wrong.name} is not valid.`)
    const typed = new Map(
      included
        .filter(({ employee_id }) => hand.typed.has(employee_id))
        .map((row) => [row.employee_id, amountOf(row, hand)]),
    )
    if (await onAgain(included, typed)) setHand(untouched)
  }
  return (
    <>
      <Card
        title={`Comes to: ${[worked.told, isByHand && 'some by hand', fromOf(rows)].filter(Boolean).join(', ')}`}
      >
        <SumsShown sums={sums} />
      </Card>
      {worked.refused.length > 0 && <Refused refused={worked.refused} />}
      {rows.length > 0 && (
        <Card
          flush
          title={`People (${included.length} of ${rows.length})`}
          actions={<SearchField label="Search people" value={search} onChange={setSearch} />}
        >
          <RaisesGrid
            rows={found.slice((at - 1) * perPage, at * perPage)}
            hand={hand}
            onType={(id, text) => setHand(withText(hand, id, text))}
            onOut={(ids, isOut) => setHand(withOut(hand, ids, isOut))}
          />
          {rows.length > sizes[0] && (
            <Paging
              {...{ page: at, pages, perPage, sizes }}
              total={found.length}
              onPage={setPage}
              onPerPage={setPerPage}
            />
          )}
          <Foot
            count={changed.length}
            mayLook={included.length > 0}
            maySave={hand.typed.size === 0 && changed.length > 0}
            looking={busy}
            saving={save.busy}
            onLook={() => void again()}
            onSave={save.run}
          />
        </Card>
      )}
    </>
  )
}

function fromOf(rows: readonly RaiseRow[]): string {
  const months = [...new Set(rows.map(({ from }) => from))].sort()
  if (months.length <= 1) return months.map((month) => `from ${monthName(month)}`).join('')
  return `from ${monthName(months[0] ?? '')} and later`
}

interface FootProps {
  count: number
  mayLook: boolean
  maySave: boolean
  looking: boolean
  saving: boolean
  onLook: () => void
  onSave: () => void
}

/** What was changed by hand is worked out before it is saved. */
const Foot = ({ count, mayLook, maySave, looking, saving, onLook, onSave }: FootProps) => (
  <Group p="md" gap="sm" justify="flex-end">
    <Button variant="default" loading={looking} disabled={!mayLook} onClick={onLook}>
      Work Out Again
    </Button>
    <Button loading={saving} disabled={!maySave} onClick={onSave}>
      {`Save ${counted(count, 'Salary', 'Salaries')}`}
    </Button>
  </Group>
)

/** All of them, or none: the server refuses by name where anything has changed since. */
function useSave(rows: readonly RaiseRow[], sums: Sums, done: () => void) {
  const save = useAct(raises.save, { notice: ({ message }) => message, onWaits: done })
  async function run() {
    const late =
      sums.months.length === 0
        ? ''
        : sums.net < 0
          ? ` ${ksh(-sums.net)} will be taken back by the next payrolls.`
          : ` Arrears of ${ksh(sums.net)}, net, come with the next payroll.`
    const text =
      `${counted(rows.length, 'salary changes', 'salaries change')}, from ${ksh(sums.before)} to ` +
      `${ksh(sums.after)} a month.${late}`
    if (!(await confirm({ title: 'Save Salaries', text, action: 'Save' }))) return
    const body = {
      rows: rows.map(({ employee_id, from, after, net_after, seen }) => {
        return { employee_id, from, amount: after, agreed_net: net_after, seen }
      }),
    }
    if (await save.run({ body })) done()
  }
  return { busy: save.busy, run: () => void run() }
}

function SumsShown({ sums }: { sums: Sums }) {
  const { people, before, after, net, months } = sums
  const shown = [
    ['Salaries that change', people.toLocaleString('en')],
    ['So far, a month', amount(before)],
    ['New, a month', amount(after)],
    ['Difference, a month', signed(after - before)],
    ['Arrears, net', signed(net)],
  ]
  return (
    <Stack gap="md">
      <dl className={classes.sums}>
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {months.length > 0 && (
        <>
          <table className={classes.months} aria-label="Arrears by month">
            <thead>
              <tr>
                <th scope="col">Arrears of</th>
                <th scope="col">People</th>
                <th scope="col">Pay</th>
                <th scope="col">Net</th>
              </tr>
            </thead>
            <tbody>
              {months.map((one) => (
                <tr key={one.month}>
                  <th scope="row">{monthName(one.month)}</th>
                  <td>{one.people.toLocaleString('en')}</td>
                  <td>{signed(one.pay)}</td>
                  <td>{signed(one.net)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Text size="sm" c="dimmed">
            Tax and contributions are those of each month. The next payroll pays what is due, and
            takes back what was paid too much.
          </Text>
        </>
      )}
    </Stack>
  )
}

function Refused({ refused }: Pick<RaisesWorkedOut, 'refused'>) {
  return (
    <Card title={`Left out (${refused.length})`}>
      <ul className={classes.refused}>
        {refused.map(({ employee_id, employee_no, name, reason }) => (
          <li key={employee_id}>
            <b>{`${name} (${employee_no}): `}</b>
            {reason}
          </li>
        ))}
      </ul>
    </Card>
  )
}
