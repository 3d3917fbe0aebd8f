import { SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core'
import { leaveChanges } from '@mshahara/contract/leave-changes'
import { type Organization, organizations } from '@mshahara/contract/organizations'
import { type ReactNode, Suspense } from 'react'
import { AffectedLeaves } from '../leave/index.ts'
import { read } from '../lib/api.ts'
import type { Body, CallForm } from '../lib/form.ts'
import { useMay } from '../lib/session.ts'
import { BankFields } from '../ui/bank-fields.tsx'
import type { Question } from '../ui/confirm-modal.tsx'
import { noteBelow, optional } from '../ui/fields.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { ContactFields } from './client-fields.tsx'
import { deductions, effectOf } from './deductions.ts'
import classes from './organization.module.css'

interface Props {
  organization: Organization
  onClose: () => void
}
type Form = CallForm<typeof organizations.update>
type Part = { form: Form; saved: Organization }

/** What the form edits of the row; empty fields are empty texts. */
function initialOf(row: Organization) {
  const { name, employee_prefix, paye, nhif, nssf, housing, nita } = row
  const { work_saturday, work_sunday } = row
  return {
    name,
    address: row.address ?? '',
    employee_prefix,
    phone: row.phone ?? '',
    email: row.email ?? '',
    website: row.website ?? '',
    pin_no: row.pin_no ?? '',
    nhif_no: row.nhif_no ?? '',
    nssf_no: row.nssf_no ?? '',
    bank_name: row.bank_name ?? '',
    branch_name: row.branch_name ?? '',
    account_no: row.account_no ?? '',
    paye,
    nhif,
    nssf,
    housing,
    nita,
    work_saturday,
    work_sunday,
  }
}

type Days = Pick<Body<typeof organizations.update>, 'work_saturday' | 'work_sunday'>

/** The change of working days in a form, which leave to come is counted anew by; null: none. */
function changeOf({ work_saturday, work_sunday }: Days, saved: Organization) {
  const days = { work_saturday: work_saturday === true, work_sunday: work_sunday === true }
  const same = days.work_saturday === saved.work_saturday && days.work_sunday === saved.work_sunday
  return same ? null : { what: 'organization' as const, ...days }
}

/** Nobody's leave is counted anew before it was seen whose (C21). */
async function askAbout(values: Days, saved: Organization): Promise<Question | undefined> {
  const change = changeOf(values, saved)
  const touched = change && (await read(leaveChanges.preview, { body: change }))
  if (!touched || touched.count === 0) return undefined
  return {
    title: 'Change Working Days',
    text: 'Do you want to change the working days?',
    details: (
      <Suspense fallback={null}>
        <AffectedLeaves change={change} />
      </Suspense>
    ),
    action: 'Change',
  }
}

export function EditOrganization({ organization, onClose }: Props) {
  const sees = useMay()(leaveChanges.preview)
  return (
    <FormModal
      endpoint={organizations.update}
      params={{ id: organization.id }}
      title="Edit Organization"
      action="Save Changes"
      size="xl"
      long
      initial={initialOf(organization)}
      ask={async (values) => (sees ? askAbout(values, organization) : undefined)}
      done="Organization updated successfully"
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="xl">
          <Basic form={form} saved={organization} />
          <Registration form={form} />
          <Section title="Banking">
            <BankFields form={form} />
          </Section>
          <Deductions form={form} saved={organization} />
          <WorkingDays form={form} saved={organization} />
        </Stack>
      )}
    </FormModal>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  )
}

function Basic({ form, saved }: Part) {
  const renumbering = form.values.employee_prefix !== saved.employee_prefix
  return (
    <Section title="Basic Information">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Organization Name" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Address" {...form.getInputProps('address')} />
        <TextInput
          label="Employee Prefix"
          description={renumbering && 'Used for new employees. Existing numbers stay as they are.'}
          {...noteBelow}
          {...form.getInputProps('employee_prefix')}
        />
        <ContactFields form={form} />
      </SimpleGrid>
    </Section>
  )
}

function Registration({ form }: { form: Form }) {
  return (
    <Section title="Registration">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="PIN No." {...form.getInputProps('pin_no')} />
        <TextInput label="SHIF No." {...optional} {...form.getInputProps('nhif_no')} />
        <TextInput label="NSSF No." {...optional} {...form.getInputProps('nssf_no')} />
      </SimpleGrid>
    </Section>
  )
}

/** A changed switch says right there what it will do. */
function Deductions({ form, saved }: Part) {
  return (
    <Section title="Deductions">
      {deductions.map((deduction) => {
        const { flag, label } = deduction
        const effect = effectOf(deduction, saved, form.values[flag] === true)
        return (
          <div key={flag}>
            <Switch label={label} {...form.getInputProps(flag, { type: 'checkbox' })} />
            <div role="status">{effect && <p className={classes.note}>{effect}</p>}</div>
          </div>
        )
      })}
    </Section>
  )
}

/** Leave that is still to come is counted by them: whose, is said before. */
function WorkingDays({ form, saved }: Part) {
  return (
    <Section title="Working days">
      <Switch
        label="Saturday is a working day"
        {...form.getInputProps('work_saturday', { type: 'checkbox' })}
      />
      <Switch
        label="Sunday is a working day"
        {...form.getInputProps('work_sunday', { type: 'checkbox' })}
      />
      <Suspense fallback={null}>
        <AffectedLeaves change={changeOf(form.values, saved)} />
      </Suspense>
    </Section>
  )
}
