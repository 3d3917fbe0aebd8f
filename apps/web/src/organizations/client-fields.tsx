import { SimpleGrid, TextInput } from '@mantine/core'
import { optional } from '../ui/fields.tsx'

interface Form {
  getInputProps: (
    path: 'name' | 'address' | 'phone' | 'email' | 'website' | 'pin_no' | 'nhif_no' | 'nssf_no',
  ) => object
}

/** What adding and editing an organisation ask alike. */
export function ClientFields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Address" {...form.getInputProps('address')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <TextInput
        label="Website"
        type="url"
        placeholder="https://"
        {...optional}
        {...form.getInputProps('website')}
      />
      <TextInput label="PIN No" {...form.getInputProps('pin_no')} />
      <TextInput label="NHIF No" {...optional} {...form.getInputProps('nhif_no')} />
      <TextInput label="NSSF No" {...optional} {...form.getInputProps('nssf_no')} />
    </SimpleGrid>
  )
}
