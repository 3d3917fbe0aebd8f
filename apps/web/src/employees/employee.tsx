import { Alert, Group, List } from '@mantine/core'
import { costSplits } from '@mshahara/contract/cost-centres'
import { type Employee, employees } from '@mshahara/contract/employees'
import { exports } from '@mshahara/contract/exports'
import { leaveBalances } from '@mshahara/contract/leave-balances'
import { payslips } from '@mshahara/contract/payslips'
import { type ComponentType, Suspense, useState } from 'react'
import { Benefits } from '../benefits/index.ts'
import { CostCentres } from '../cost-centres/index.ts'
import { P9Button } from '../exports/index.ts'
import { EmployeeLeaves, LeaveOwed } from '../leave/index.ts'
import { LeavingButtons } from '../leaving/index.ts'
import { useRead } from '../lib/api.ts'
import { wholeName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { LoansOwed } from '../loans/index.ts'
import { WaitsFor } from '../maker-checker/index.ts'
import { DetailsProposed } from '../my-details/index.ts'
import { Allowances, Deductions, Files, Incomes, Revenues } from '../pay-items/index.ts'
import { EmployeePayslips } from '../payslips/index.ts'
import { Pensions } from '../pensions/index.ts'
import { useAct } from '../ui/act.ts'
import { BackButton } from '../ui/back-button.tsx'
import { ChangeStatus } from '../ui/change-status.tsx'
import { IconAlertTriangle } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { PersonActions, PersonHead, PersonTabs } from '../ui/person-page.tsx'
import { Photo } from '../ui/photo.tsx'
import { HeadSkeleton } from '../ui/skeletons.tsx'
import { Details } from './details-tab.tsx'
import { MissingEmployee } from './missing-employee.tsx'
import { useRecordWords } from './record-words.ts'

type Tab = ComponentType<{ employee: Employee }>

const everyTab: [title: string, tab: Tab][] = [
  ['Details', Details],
  ['Allowances', Allowances],
  ['Recurrent Incomes', Incomes],
  ['Recurrent Deductions', Deductions],
  ['Benefits in Kind', Benefits],
  ['Pension', Pensions],
  ['Commission / Revenues', Revenues],
  ['Files', Files],
  ['Payslips', EmployeePayslips],
  ['Leave', EmployeeLeaves],
  ['Cost Centres', CostCentres],
]

export default function EmployeeDetails() {
  const id = useParam('id')
  const { data: employee, isPending } = useRead(employees.get, { params: { id } })
  const say = useRecordWords()
  const [changing, setChanging] = useState(false)
  const { role, employee_id } = useProfile()
  const may = useMay()
  const change = () => setChanging(true)
  const actions = (edits: boolean) =>
    employee &&
    may(employees.update) && (
      <PersonActions
        who="Employee"
        edit={edits ? `/edit-employee/${employee.id}` : null}
        onStatus={change}
      />
    )
  return (
    <Page
      title={say('Employee Details')}
      tab={employee ? wholeName(employee) : say('Employee Details')}
      // The header's Edit is hidden from admin, the one at the bottom is not (A11).
      actions={
        employee && (
          <>
            {actions(role !== 'admin')}
            {may(exports.p9) && <P9Button employee_id={employee.id} />}
          </>
        )
      }
    >
      {isPending && <HeadSkeleton label={say('Loading the employee')} />}
      {!isPending && !employee && <MissingEmployee />}
      {employee && (
        <>
          <Warnings employee={employee} />
          <Suspense fallback={null}>
            <WaitsFor id={employee.id} />
            <DetailsProposed employee_id={employee.id} />
          </Suspense>
          <Head employee={employee} />
          <AllTabs key={employee.id} employee={employee} />
          <Group justify="flex-end">
            <BackButton>{say('Back')}</BackButton>
            {actions(true)}
            {may(exports.p9, employee.id === employee_id) && <P9Button employee_id={employee.id} />}
            <LeavingButtons employee={employee} />
          </Group>
          {changing && (
            <ChangeStatus
              who="Employee"
              person={employee}
              endpoint={employees.status}
              leaving={
                <Suspense fallback={null}>
                  <LoansOwed employee_id={employee.id} />
                  <LeaveOwed employee_id={employee.id} />
                </Suspense>
              }
              onClose={() => setChanging(false)}
            />
          )}
        </>
      )}
    </Page>
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
  const may = useMay()
  const say = useRecordWords()
  const upload = useAct(employees.avatar, { notice: 'Employee picture updated successfully' })
  const pick = (file: string) => void upload.run({ body: { employee_id: employee.id, file } })
  return (
    <PersonHead
      say={say}
      person={employee}
      photo={
        <Photo
          person={employee}
          folder="employee"
          busy={upload.busy}
          {...(may(employees.avatar) && { onPick: pick })}
        />
      }
      facts={[
        [say('Designation'), employee.designation?.name],
        [say('Department'), employee.department?.name],
        [say('Work Station'), employee.station?.name],
        [say('Employee No'), employee.employee_no],
      ]}
    />
  )
}

function AllTabs({ employee }: { employee: Employee }) {
  const { employee_id } = useProfile()
  const may = useMay()
  const own = employee.id === employee_id
  const hidden = [
    ...(may(costSplits.list) ? [] : ['Cost Centres']),
    ...(may(payslips.ofEmployee, own) ? [] : ['Payslips']),
    ...(may(leaveBalances.ofEmployee, own) ? [] : ['Leave']),
  ]
  return (
    <PersonTabs
      say={useRecordWords()}
      tabs={everyTab.filter(([title]) => !hidden.includes(title))}
      given={{ employee }}
      remember={`employee-details-tab-${employee.id}`}
    />
  )
}
