import { Alert, Stack, Text, Title } from '@mantine/core'
import { counted } from '@mshahara/contract/counted'
import type { RegisterCompared } from '@mshahara/contract/registers'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { amount } from '../lib/format.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { IconAlertTriangle, IconCircleCheck } from '../ui/icons.ts'
import classes from './registers.module.css'
import { apart, causeWords, grossSaid, titleOf } from './words.ts'

/** Equal or not, in sum, and then person by person. */
export function Outcome({ found }: { found: RegisterCompared }) {
  const { people, only_here, only_there, faults } = found
  return (
    <Stack gap="lg">
      <Verdict found={found} />
      <Part title="In sum" text={inSum(found)}>
        <Sums found={found} />
      </Part>
      {people.length > 0 && (
        <Part title="Who differs" text={shownOf(found)}>
          <DataTable
            label="Who differs"
            columns={differing}
            rows={people}
            rowKey={({ employee_id }) => employee_id}
            empty={null}
          />
        </Part>
      )}
      {only_here.length > 0 && <OnlyOne title="Only in this payroll" rows={only_here} />}
      {only_there.length > 0 && <OnlyOne title="Only in the register" rows={only_there} />}
      {faults.length > 0 && (
        <Part title="Not read" text="Rows and cells of the sheet that could not be taken.">
          <ul className={classes.list}>
            {faults.map(({ row, column, reason }) => (
              <li key={`${row} ${column}`}>
                {[`Row ${row}`, column].filter(Boolean).join(', ')}: {reason}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </Stack>
  )
}

const inSum = (found: RegisterCompared) =>
  `Over everybody who is in both. ${grossSaid(found)}`.trim()

function Verdict({ found }: { found: RegisterCompared }) {
  const { equal, people_count, equal_count, causes } = found
  if (equal) {
    const compared = found.totals.map(({ figure }) => titleOf(figure)).join(', ')
    return (
      <Alert
        variant="light"
        color="green"
        icon={<IconCircleCheck size={18} aria-hidden />}
        title="Equal"
      >
        {`${counted(people_count, 'person', 'people')}, to the cent: ${compared}.`}
      </Alert>
    )
  }
  const told = causes.filter(({ count }) => count > 0)
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`${equal_count} of ${counted(people_count, 'person', 'people')} equal`}
    >
      {told.length > 0 && (
        <ul className={classes.list}>
          {told.map(({ cause, count }) => (
            <li key={cause}>
              {`${counted(count, 'figure')} by ${causeWords[cause].title.toLowerCase()}: ${causeWords[cause].text}.`}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <div className={classes.head}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </div>
    {children}
  </section>
)

const shownOf = ({ people, people_count, equal_count }: RegisterCompared) => {
  const count = people_count - equal_count
  return people.length < count ? `The first ${people.length} of ${count}.` : 'Here, there, and why.'
}

function Sums({ found }: { found: RegisterCompared }) {
  return (
    <table className={classes.sums} aria-label="In sum">
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">Here</th>
          <th scope="col">Register</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {found.totals.map(({ figure, here, there }) => (
          <tr key={figure}>
            <th scope="row">{titleOf(figure)}</th>
            <td>{amount(here)}</td>
            <td>{amount(there)}</td>
            <td>{apart(here, there)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Person = RegisterCompared['people'][number]

const lines = (of: (one: Person['differences'][number]) => ReactNode) => (person: Person) => (
  <ul className={classes.lines}>
    {person.differences.map((one) => (
      <li key={one.figure}>{of(one)}</li>
    ))}
  </ul>
)

const differing: Column<Person>[] = [
  {
    key: 'number',
    title: 'Employee Code',
    oneLine: true,
    render: ({ employee_no }) => employee_no,
  },
  {
    key: 'name',
    title: 'Employee Name',
    lead: true,
    render: ({ employee_id, name }) => <Link to={`/employee/${employee_id}`}>{name}</Link>,
  },
  { key: 'figure', title: 'Figure', render: lines(({ figure }) => titleOf(figure)) },
  { key: 'here', title: 'Here', align: 'right', render: lines(({ here }) => amount(here)) },
  { key: 'there', title: 'Register', align: 'right', render: lines(({ there }) => amount(there)) },
  {
    key: 'apart',
    title: 'Difference',
    align: 'right',
    render: lines(({ here, there }) => apart(here, there)),
  },
  { key: 'cause', title: 'Cause', render: lines(({ cause }) => causeWords[cause].title) },
]

type One = { employee_no: string; name: string; net: number | null; row?: number }

const only: Column<One>[] = [
  {
    key: 'number',
    title: 'Employee Code',
    oneLine: true,
    render: ({ employee_no }) => employee_no,
  },
  { key: 'name', title: 'Employee Name', lead: true, render: ({ name }) => name || '–' },
  {
    key: 'net',
    title: 'Net',
    align: 'right',
    render: ({ net }) => (net === null ? '–' : amount(net)),
  },
]

const OnlyOne = ({ title, rows }: { title: string; rows: One[] }) => (
  <Part title={title} text={counted(rows.length, 'person', 'people')}>
    <DataTable
      label={title}
      columns={only}
      rows={rows}
      rowKey={({ employee_no, row }) => row ?? employee_no}
      empty={null}
    />
  </Part>
)
