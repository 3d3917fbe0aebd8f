import { Button, Group, Tooltip } from '@mantine/core'
import { benefits } from '@mshahara/contract/benefit-records'
import { counted } from '@mshahara/contract/counted'
import { type EmployeeListed, employees } from '@mshahara/contract/employees'
import { exports } from '@mshahara/contract/exports'
import { finalClaims } from '@mshahara/contract/leaving'
import { detailProposals } from '@mshahara/contract/my-details'
import { allowances } from '@mshahara/contract/pay-items'
import { raises } from '@mshahara/contract/raises'
import { subscriptions } from '@mshahara/contract/subscriptions'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { P9Button } from '../exports/index.ts'
import { ClaimsLink } from '../leaving/index.ts'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { useLimitReached } from '../lib/subscription.ts'
import { ProposalsLink } from '../my-details/index.ts'
import { createdColumn, indexColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCoins, IconEye, IconFileUpload, IconPlus, IconUsersGroup } from '../ui/icons.ts'
import { RowLink } from '../ui/row-action.tsx'
import { SlicePage } from '../ui/slice-page.tsx'
import { Status } from '../ui/status.tsx'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

const columns: Column<EmployeeListed>[] = [
  indexColumn,
  {
    key: 'number',
    title: 'Employee No',
    oneLine: true,
    yields: 3,
    render: ({ employee_no }) => employee_no,
  },
  {
    key: 'name',
    title: 'Name',
    lead: true,
    link: ({ id }) => `/employee/${id}`,
    render: (employee) => fullName(employee),
  },
  { key: 'id_number', title: 'ID Number', yields: 3, render: ({ id_number }) => id_number },
  { key: 'phone', title: 'Phone', oneLine: true, yields: 2, render: ({ phone }) => phone ?? '—' },
  { key: 'email', title: 'Email', yields: 2, render: ({ email }) => email ?? '—' },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  createdColumn,
  {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (employee) => (
      <RowLink
        to={`/employee/${employee.id}`}
        icon={IconEye}
        label={`Details of ${fullName(employee)}`}
      >
        Details
      </RowLink>
    ),
  },
]

type Uploading = 'employees' | 'allowances' | 'benefits'

export default function Employees() {
  const may = useMay()
  const [uploading, setUploading] = useState<Uploading | null>(null)
  return (
    <>
      <SlicePage<EmployeeListed>
        title="Employee Management"
        endpoint={employees.list}
        heading={(count) => `Employees (${count})`}
        actions={
          <>
            {may(detailProposals.list) && (
              <Suspense fallback={null}>
                <ProposalsLink />
              </Suspense>
            )}
            {may(finalClaims.totals) && (
              <Suspense fallback={null}>
                <ClaimsLink />
              </Suspense>
            )}
            {may(exports.p9) && <P9Button />}
            {may(raises.save) && <RaisesLink />}
            {may(allowances.upload) && (
              <UploadAllowances onClick={() => setUploading('allowances')} />
            )}
            {may(benefits.upload) && <UploadBenefits onClick={() => setUploading('benefits')} />}
            {may(employees.upload) && <UploadEmployees onClick={() => setUploading('employees')} />}
            {may(employees.create) && <AddEmployee />}
          </>
        }
        columns={columns}
        rowKey={({ id }) => id}
        searchLabel="Search employee"
        only={{
          name: 'lacking',
          value: 'numbers',
          label: 'People who lack a KRA PIN, an NSSF or SHIF number, or a bank account.',
        }}
        empty={(searching) => (
          <Empty
            icon={IconUsersGroup}
            title="No Employees Found"
            text={
              searching
                ? 'No employees match your search criteria'
                : may(employees.create) && 'Start by adding your first employee'
            }
            action={
              !searching && (
                <Group gap="sm" justify="center">
                  {may(employees.create) && <AddEmployee />}
                  {may(employees.upload) && (
                    <UploadEmployees onClick={() => setUploading('employees')} />
                  )}
                </Group>
              )
            }
          />
        )}
      />
      <Suspense fallback={null}>
        {uploading && <Wizard what={uploading} onClose={() => setUploading(null)} />}
      </Suspense>
    </>
  )
}

/** Disabled when the subscription allows no more; the button then says so. */
function AddEmployee() {
  const navigate = useNavigate()
  const { data: subscription } = useRead(subscriptions.current)
  const full = useLimitReached()
  return (
    <Tooltip
      label={`Your subscription allows ${counted(subscription?.employees ?? 0, 'employee')}`}
      disabled={!full}
    >
      <Button
        leftSection={<IconPlus size={17} aria-hidden />}
        data-disabled={full || undefined}
        aria-disabled={full ?? false}
        onClick={() => !full && void navigate({ to: '/add-employee' })}
      >
        Add Employee
      </Button>
    </Tooltip>
  )
}

const RaisesLink = () => (
  <Button
    component={Link}
    to="/raises"
    variant="default"
    leftSection={<IconCoins size={17} aria-hidden />}
  >
    Raises
  </Button>
)

function UploadEmployees({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={17} aria-hidden />}
      onClick={onClick}
    >
      Upload Employees
    </Button>
  )
}

const uploadTip =
  'Upload an excel file with employee allowances data. Please contact admin for sample template'

function UploadAllowances({ onClick }: { onClick: () => void }) {
  return (
    <Tooltip label={uploadTip} multiline w={280}>
      <Button
        variant="default"
        leftSection={<IconFileUpload size={17} aria-hidden />}
        onClick={onClick}
      >
        Upload Allowances
      </Button>
    </Tooltip>
  )
}

const UploadBenefits = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconFileUpload size={17} aria-hidden />}
    onClick={onClick}
  >
    Upload Benefits
  </Button>
)

const uploads = {
  employees: {
    calls: employees,
    title: 'Upload Employees',
    done: 'Employees created successfully',
  },
  allowances: {
    ...{ calls: allowances, title: 'Upload Allowances' },
    done: 'Allowances uploaded successfully',
  },
  benefits: { calls: benefits, title: 'Upload Benefits', done: 'Benefits uploaded successfully' },
}

function Wizard({ what, onClose }: { what: Uploading; onClose: () => void }) {
  const { calls, ...words } = uploads[what]
  const { upload, template, faults } = calls
  return <ImportWizard {...words} {...{ template, faults, onClose }} endpoint={upload} />
}
