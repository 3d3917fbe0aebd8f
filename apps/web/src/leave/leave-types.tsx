import { Select, SimpleGrid, Switch, TextInput, Title } from '@mantine/core'
import { type LeaveType, leaveTypes } from '@mshahara/contract/leave'
import { monthNames } from '@mshahara/contract/months'
import type { CallForm } from '../lib/form.ts'
import { descriptionColumn, nameColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Description, noNumber, optional } from '../ui/fields.tsx'
import { IconBeach } from '../ui/icons.ts'
import { Figure } from '../ui/money.tsx'
import { Records } from '../ui/records.tsx'
import { Status } from '../ui/status.tsx'
import AffectedLeaves from './affected-leave.tsx'

const yesNo = (yes: boolean) => (yes ? 'Yes' : 'No')

const columns: Column<LeaveType>[] = [
  nameColumn,
  { key: 'code', title: 'Code', yields: 3, render: ({ code }) => code ?? '—' },
  {
    key: 'days',
    title: 'Default Days',
    align: 'right',
    oneLine: true,
    render: ({ default_days }) => default_days,
  },
  { key: 'paid', title: 'Paid', render: ({ is_paid }) => yesNo(is_paid) },
  {
    key: 'approval',
    title: 'Requires Approval',
    yields: 2,
    render: ({ requires_approval }) => yesNo(requires_approval),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ is_active }) => <Status value={is_active ? 'active' : 'inactive'} />,
  },
  descriptionColumn,
]

const blank = {
  name: '',
  code: '',
  default_days: 0,
  is_paid: true,
  requires_approval: true,
  is_active: true,
  description: '',
  section: '',
  count_by: 'working' as const,
  paid_share: 100,
  full_pay_days: null as number | null,
  accrual: 'upfront' as const,
  carry_over_days: 0 as number | null,
  carry_over_until: null as number | null,
  negative_days: 0,
  half_days: true,
  attachment_after: null as number | null,
  notice_days: 0,
  backdate_days: 7,
  gender: null as 'Male' | 'Female' | null,
  waiting_months: 0,
  encashable: false,
}

export default function LeaveTypes() {
  return (
    <Records
      calls={leaveTypes}
      one="Leave Type"
      short="Leave type"
      title="Leave Types"
      icon={IconBeach}
      columns={columns}
      searched={({ name, code, description }) => [name, code, description].join('\n')}
      size="lg"
      action={{ add: 'Save', edit: 'Update' }}
      empty={{ text: 'Create your first leave type to get started.' }}
      blank={blank}
      fields={(form, row) => <Fields form={form} row={row} />}
    />
  )
}

type Form = CallForm<typeof leaveTypes.create>
type FlagName = 'is_paid' | 'requires_approval' | 'is_active' | 'half_days' | 'encashable'

function Flag({ form, name, label }: { form: Form; name: FlagName; label: string }) {
  return (
    <Switch
      label={label}
      checked={form.values[name] === true}
      onChange={(event) => form.setFieldValue(name, event.currentTarget.checked)}
    />
  )
}

function Fields({ form, row }: { form: Form; row: LeaveType | null }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label="Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Code" {...optional} {...form.getInputProps('code')} />
        <Figure label="Default Days" withAsterisk {...form.getInputProps('default_days')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Flag form={form} name="is_paid" label="Is Paid" />
        <Flag form={form} name="requires_approval" label="Requires Approval" />
        <Flag form={form} name="is_active" label="Is Active" />
      </SimpleGrid>
      <Description form={form} rows={2} />
      <Heading>How it is earned and counted</Heading>
      <Earning form={form} />
      <AffectedLeaves change={changeOf(form.values.count_by, row)} />
      <Heading>Pay</Heading>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Empty form={form} name="full_pay_days" label="Days at Full Pay" placeholder="All" />
        <Figure label="Then paid (%)" {...form.getInputProps('paid_share')} />
        <Flag form={form} name="encashable" label="Can be paid out" />
      </SimpleGrid>
      <Heading>Conditions</Heading>
      <Conditions form={form} />
      <Flag form={form} name="half_days" label="Half days can be taken" />
    </>
  )
}

function changeOf(count_by: Form['values']['count_by'], row: LeaveType | null) {
  if (!row || !count_by || count_by === row.count_by) return null
  return { what: 'type' as const, id: row.id, count_by }
}

const Heading = ({ children }: { children: string }) => (
  <Title order={3} fz="md">
    {children}
  </Title>
)

/** A number that may be left empty. */
function Empty(props: { form: Form; name: string; label: string; placeholder: string }) {
  const { form, name, label, placeholder } = props
  const field = form.getInputProps(name)
  return (
    <Figure
      label={label}
      placeholder={placeholder}
      {...field}
      value={field.value ?? noNumber}
      onChange={(value) => form.setFieldValue(name, (value === '' ? null : value) as never)}
    />
  )
}

const months = monthNames.map((label, at) => ({ value: String(at + 1), label: `End of ${label}` }))

function Earning({ form }: { form: Form }) {
  const { carry_over_until } = form.values
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Select
          label="Counted in"
          allowDeselect={false}
          data={[
            { value: 'working', label: 'Working days' },
            { value: 'calendar', label: 'Calendar days' },
          ]}
          {...form.getInputProps('count_by')}
        />
        <Select
          label="Earned"
          allowDeselect={false}
          data={[
            { value: 'upfront', label: 'With the year' },
            { value: 'monthly', label: 'By the month' },
            { value: 'anniversary', label: 'On the anniversary' },
          ]}
          {...form.getInputProps('accrual')}
        />
        <Figure label="Below zero by at most" {...form.getInputProps('negative_days')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Empty form={form} name="carry_over_days" label="Carry-over Limit" placeholder="No limit" />
        <Select
          label="Carried days expire"
          placeholder="With the year"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the expiry' }}
          data={months}
          value={carry_over_until ? String(carry_over_until) : null}
          onChange={(value) =>
            form.setFieldValue('carry_over_until', (value ? Number(value) : null) as never)
          }
        />
        <TextInput label="Section of the Act" {...form.getInputProps('section')} />
      </SimpleGrid>
    </>
  )
}

function Conditions({ form }: { form: Form }) {
  const gender = form.getInputProps('gender')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Empty
        form={form}
        name="attachment_after"
        label="Attachment for more than (days)"
        placeholder="Never"
      />
      <Figure label="Notice (days)" {...form.getInputProps('notice_days')} />
      <Figure label="Back-dated by employees (days)" {...form.getInputProps('backdate_days')} />
      <Select
        label="Only for"
        placeholder="Everybody"
        clearable
        clearButtonProps={{ 'aria-label': 'For everybody' }}
        data={[
          { value: 'Female', label: 'Women' },
          { value: 'Male', label: 'Men' },
        ]}
        {...gender}
        value={gender.value ?? null}
      />
      <Figure label="After so many months of service" {...form.getInputProps('waiting_months')} />
    </SimpleGrid>
  )
}
