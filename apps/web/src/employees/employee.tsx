import { ActionIcon, Alert, Button, Group, List, Stack, Tabs, Text, Title } from '@mantine/core'
import { type Employee, employees } from '@mshahara/contract/employees'
import { exports } from '@mshahara/contract/exports'
import { leaveBalances } from '@mshahara/contract/leave-balances'
import { payslips } from '@mshahara/contract/payslips'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { P9Button } from '../exports/index.ts'
import { EmployeeLeaves } from '../leave/index.ts'
import { useRead } from '../lib/api.ts'
import { wholeName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { useBack } from '../lib/place.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { Allowances, Deductions, Files, Incomes, Revenues } from '../pay-items/index.ts'
import { EmployeePayslips } from '../payslips/index.ts'
import { useAct } from '../ui/act.ts'
import { Detail } from '../ui/detail.tsx'
import { Face } from '../ui/face.tsx'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCamera,
  IconPencil,
  IconUserCog,
} from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { Status } from '../ui/status.tsx'
import { PictureUpload } from '../ui/upload.tsx'
import { ChangeStatus } from './change-status.tsx'
import { Details } from './details-tab.tsx'
import classes from './employee.module.css'
import { MissingEmployee } from './missing-employee.tsx'

type Tab = ComponentType<{ employee: Employee }>

const everyTab: [title: string, tab: Tab][] = [
  ['Details', Details],
  ['Allowances', Allowances],
  ['Recurrent Incomes', Incomes],
  ['Recurrent Deductions', Deductions],
  ['Commission / Revenues', Revenues],
  ['Files', Files],
  ['Payslips', EmployeePayslips],
  ['Leave', EmployeeLeaves],
]

export default function EmployeeDetails() {
  const id = useParam('id')
  const { data: employee, isPending } = useRead(employees.get, { params: { id } })
  const [changing, setChanging] = useState(false)
  const { role, employee_id } = useProfile()
  const may = useMay()
  const change = () => setChanging(true)
  return (
    <Page
      title="Employee Details"
      tab={employee ? wholeName(employee) : 'Employee Details'}
      // The header's Edit is hidden from admin, the one at the bottom is not (A11).
      actions={
        employee && (
          <>
            <Actions employee={employee} onStatus={change} edits={role !== 'admin'} />
            {may(exports.p9) && <P9Button employee_id={employee.id} />}
          </>
        )
      }
    >
      {isPending && <HeadSkeleton label="Loading the employee" />}
      {!isPending && !employee && <MissingEmployee />}
      {employee && (
        <>
          <Warnings employee={employee} />
          <Head employee={employee} />
          <AllTabs key={employee.id} employee={employee} />
          <Group justify="flex-end">
            <Back />
            <Actions employee={employee} onStatus={change} edits />
            {may(exports.p9, employee.id === employee_id) && <P9Button employee_id={employee.id} />}
          </Group>
          {changing && <ChangeStatus employee={employee} onClose={() => setChanging(false)} />}
        </>
      )}
    </Page>
  )
}

function Back() {
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={useBack()}
    >
      Back
    </Button>
  )
}

interface ActionsProps {
  employee: Employee
  onStatus: () => void
  edits: boolean
}

function Actions({ employee, onStatus, edits }: ActionsProps) {
  const may = useMay()
  if (!may(employees.update)) return null
  return (
    <>
      {edits && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          component={Link}
          to={`/edit-employee/${employee.id}`}
        >
          Edit Employee
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconUserCog size={16} aria-hidden />}
        onClick={onStatus}
      >
        Change Status
      </Button>
    </>
  )
}

function Warnings({ employee: { warnings } }: { employee: Employee }) {
  if (warnings.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      title="Worth completing before the next payroll"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <List size="sm" spacing={2}>
        {warnings.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Head({ employee }: { employee: Employee }) {
  return (
    <section className={`card ${classes.head}`} aria-label="Profile">
      <Photo employee={employee} />
      <Stack gap="md" flex={1} miw={0}>
        <Group gap="sm">
          <Title order={2} fz={22}>
            {wholeName(employee)}
          </Title>
          <Status value={employee.status} />
        </Group>
        <Detail
          items={[
            ['Designation', employee.designation?.name],
            ['Department', employee.department?.name],
            ['Work Station', employee.station?.name],
            ['Employee No', employee.employee_no],
          ]}
        />
      </Stack>
    </section>
  )
}

function Photo({ employee }: { employee: Employee }) {
  const may = useMay()
  const upload = useAct(employees.avatar, { notice: 'Employee picture updated successfully' })
  return (
    <div className={classes.photo}>
      <Face person={employee} size={150} folder="employee" />
      {may(employees.avatar) && (
        <PictureUpload
          allowed="JPEG, JPG or PNG of at most 2 MB"
          onPick={(file) => void upload.run({ body: { employee_id: employee.id, file } })}
        >
          {({ onClick }) => (
            <ActionIcon
              className={classes.camera}
              radius="xl"
              size={36}
              aria-label="Upload Photo"
              title="Upload Photo"
              loading={upload.busy}
              onClick={onClick}
            >
              <IconCamera size={18} aria-hidden />
            </ActionIcon>
          )}
        </PictureUpload>
      )}
    </div>
  )
}

/** A name that can be part of an id. */
const slug = (title: string) => title.replace(/\W+/g, '-')
const tabKey = (id: string) => `employee-details-tab-${id}`

/** The chosen tab is remembered for each employee in this browser. */
function AllTabs({ employee }: { employee: Employee }) {
  const key = tabKey(employee.id)
  const { employee_id } = useProfile()
  const may = useMay()
  const own = employee.id === employee_id
  const hidden = [
    ...(may(payslips.ofEmployee, own) ? [] : ['Payslips']),
    ...(may(leaveBalances.ofEmployee, own) ? [] : ['Leave']),
  ]
  const tabs = everyTab.filter(([title]) => !hidden.includes(title))
  const [chosen, setChosen] = useState(() => {
    const kept = localStorage.getItem(key)
    return tabs.some(([title]) => title === kept) ? (kept as string) : 'Details'
  })
  function choose(value: string | null) {
    const [title] = tabs.find(([name]) => slug(name) === value) ?? []
    if (!title) return
    localStorage.setItem(key, title)
    setChosen(title)
  }
  return (
    <section className="card" aria-label="Records">
      <Tabs value={slug(chosen)} onChange={choose} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {tabs.map(([title]) => (
            <Tabs.Tab key={title} value={slug(title)}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([title, Content]) => (
          <Tabs.Panel key={title} value={slug(title)}>
            <Suspense fallback={<Text p="lg">Loading…</Text>}>
              <Content employee={employee} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
