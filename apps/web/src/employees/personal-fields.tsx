import { Select, TextInput } from '@mantine/core'
import { genders } from '@mshahara/contract/employee-fields'
import { today } from '../lib/format.ts'
import Day from '../ui/day.tsx'
import { noteBelow, optional } from '../ui/fields.tsx'
import { FormSection } from '../ui/form-section.tsx'
import type { Section, Watched } from './form-values.ts'

const yesNo = [
  { value: '0', label: 'No' },
  { value: '1', label: 'Yes' },
]

export function Personal({ form, employee, warnings }: Watched) {
  return (
    <FormSection title="Personal Information">
      <TextInput
        label="Employee No"
        readOnly={employee !== undefined}
        variant={employee ? 'filled' : 'default'}
        {...form.getInputProps('employee_no')}
      />
      <TextInput label="First Name" {...form.getInputProps('first_name')} />
      <TextInput label="Middle Name" {...optional} {...form.getInputProps('middle_name')} />
      <TextInput label="Last Name" {...form.getInputProps('last_name')} />
      <TextInput label="ID Number" {...form.getInputProps('id_number')} />
      <TextInput
        label="Phone"
        type="tel"
        placeholder="0712 345 678"
        description={warnings.phone}
        {...noteBelow}
        {...optional}
        {...form.getInputProps('phone')}
      />
      <TextInput
        label="Email"
        type="email"
        description="With an email the employee can sign in to see payslips and leave."
        {...noteBelow}
        {...optional}
        {...form.getInputProps('email')}
      />
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
        {...optional}
        {...form.getInputProps('dob')}
      />
      <Select
        label="Disability"
        data={yesNo}
        value={form.values.disability ? '1' : '0'}
        onChange={(value) => form.setFieldValue('disability', value === '1')}
      />
      <TextInput label="Address" {...optional} {...form.getInputProps('address')} />
    </FormSection>
  )
}

export function Kin({ form }: Section) {
  return (
    <FormSection title="Next of Kin Information">
      <TextInput label="Kin Name" {...optional} {...form.getInputProps('kin.name')} />
      <TextInput label="Relationship" {...optional} {...form.getInputProps('kin.relationship')} />
      <TextInput label="Kin Phone" type="tel" {...optional} {...form.getInputProps('kin.phone')} />
    </FormSection>
  )
}
