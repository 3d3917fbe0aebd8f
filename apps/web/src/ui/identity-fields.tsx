import { Select, TextInput } from '@mantine/core'
import { genders } from '@mshahara/contract/employee-fields'
import { today } from '../lib/format.ts'
import Day from './day.tsx'
import { type AnyForm, optional } from './fields.tsx'

/** Who somebody is, whether they are paid by the month or by the day. */

export const Names = ({ form }: { form: AnyForm }) => (
  <>
    <TextInput label="First Name" {...form.getInputProps('first_name')} />
    <TextInput label="Middle Name" {...optional} {...form.getInputProps('middle_name')} />
    <TextInput label="Last Name" {...form.getInputProps('last_name')} />
    <TextInput label="ID Number" {...form.getInputProps('id_number')} />
  </>
)

export const GenderAndBirth = ({ form }: { form: AnyForm }) => (
  <>
    <Select
      label="Gender"
      placeholder="Select gender"
      data={[...genders]}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Gender' }}
      {...optional}
      {...form.getInputProps('gender')}
    />
    <Day
      label="Date of Birth"
      placeholder="28 February, 1990"
      max={today()}
      clearable
      {...optional}
      {...form.getInputProps('dob')}
    />
  </>
)
