import { Select, TextInput } from '@mantine/core'
import { noteBelow, optional } from '../ui/fields.tsx'
import { FormSection } from '../ui/form-section.tsx'
import { GenderAndBirth, Names } from '../ui/identity-fields.tsx'
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
      <Names form={form} />
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
      <GenderAndBirth form={form} />
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
