import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { casualPayWays, payBases } from '@mshahara/contract/casual-fields'
import { type Casual, casuals } from '@mshahara/contract/casuals'
import { departments, workStations } from '@mshahara/contract/structure'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Form, useCallForm } from '../lib/form.ts'
import { useBack } from '../lib/place.ts'
import { useMay } from '../lib/session.ts'
import { putAside, useStart } from '../lib/unfinished.ts'
import Day from '../ui/day.tsx'
import { optional } from '../ui/fields.tsx'
import { FormSection } from '../ui/form-section.tsx'
import { GenderAndBirth, Names } from '../ui/identity-fields.tsx'
import { Money } from '../ui/money.tsx'
import { UnitPick } from '../ui/unit-pick.tsx'
import { blank, type CasualValues, valuesOf } from './form-values.ts'

type Saving = typeof casuals.create | typeof casuals.update
type Props = { casual: Casual; next?: undefined } | { casual?: undefined; next: string }

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export function CasualForm({ casual, next }: Props) {
  const navigate = useNavigate()
  const back = useBack()
  const may = useMay()
  const path = casual ? `/edit-casual/${casual.id}` : '/add-casual'
  const fresh = casual ? valuesOf(casual) : blank
  const start = useStart(path, fresh, ['department_id', 'work_station_id'])
  const { form, submit, busy, release } = useCallForm<Saving, CasualValues>({
    endpoint: casual ? casuals.update : casuals.create,
    ...(casual ? { params: { id: casual.id } } : {}),
    initial: start,
    long: true,
    done: casual ? 'Casual updated successfully' : 'Casual added successfully',
    onWaits: () => navigate({ to: casual ? `/casual/${casual.id}` : '/approvals', replace: true }),
    // In place of the form: Back leads to the record, not to what was just saved.
    onDone: ({ data }) =>
      navigate({ to: `/casual/${'data' in data ? data.data.id : data.id}`, replace: true }),
  })
  // One taken up again has as much to lose as before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything is filled in.
  useEffect(() => form.resetDirty(fresh), [])
  function putOff() {
    putAside(path, form.values)
    release()
  }
  const pick = { form, onLeave: putOff, back: path }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Personal form={form} number={casual?.casual_no ?? next ?? ''} />
        <Employment form={form} />
        <FormSection title="Work Information" columns={2}>
          <UnitPick
            {...pick}
            name="department_id"
            label="Department"
            path="/departments"
            units={departments}
          />
          <UnitPick
            {...pick}
            name="work_station_id"
            label="Work Station"
            path="/work-stations"
            units={workStations}
          />
        </FormSection>
        <Numbers form={form} />
        <Group justify="flex-end">
          <Button variant="default" onClick={back}>
            Back
          </Button>
          {may(casual ? casuals.update : casuals.create) && (
            <Button type="submit" loading={busy}>
              {casual ? 'Update' : 'Submit'}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

interface Section {
  form: Form<CasualValues>
}

function Personal({ form, number }: Section & { number: string }) {
  return (
    <FormSection title="Personal Information">
      <TextInput label="Casual No" readOnly variant="filled" value={number} />
      <Names form={form} />
      <TextInput
        label="Phone"
        type="tel"
        placeholder="0712 345 678"
        {...form.getInputProps('phone')}
      />
      <GenderAndBirth form={form} />
      <TextInput label="Address" {...optional} {...form.getInputProps('address')} />
    </FormSection>
  )
}

function Employment({ form }: Section) {
  const byPiece = form.values.pay_basis === 'piece'
  return (
    <FormSection title="Employment Information">
      <Select
        label="Paid Per"
        data={choices(payBases)}
        allowDeselect={false}
        {...form.getInputProps('pay_basis')}
      />
      <Money
        label={byPiece ? 'Pay for a Piece' : 'Daily Pay Amount'}
        {...form.getInputProps('pay')}
      />
      {byPiece && (
        <TextInput
          label="Piece"
          placeholder="sack"
          {...optional}
          {...form.getInputProps('piece')}
        />
      )}
      <Select
        label="Pay By"
        data={choices(casualPayWays)}
        allowDeselect={false}
        {...form.getInputProps('pay_by')}
      />
      <Day
        label="Employment Date"
        placeholder="28 February, 2026"
        {...form.getInputProps('employment_date')}
      />
      <Textarea
        label="Duty"
        autosize
        minRows={1}
        maxRows={6}
        {...optional}
        {...form.getInputProps('duty')}
      />
    </FormSection>
  )
}

/** For the returns, where the organisation takes statutory deductions from casual pay. */
function Numbers({ form }: Section) {
  return (
    <FormSection title="Statutory Numbers">
      <TextInput label="PIN No" {...optional} {...form.getInputProps('pin_no')} />
      <TextInput label="NSSF No" {...optional} {...form.getInputProps('nssf_no')} />
      <TextInput label="SHIF No" {...optional} {...form.getInputProps('nhif_no')} />
    </FormSection>
  )
}
