import { SimpleGrid, TextInput } from '@mantine/core'
import { optional } from '../ui/fields.tsx'

interface Form<Field extends string> {
  form: { getInputProps: (path: Field) => object }
}
type Contact = 'phone' | 'email' | 'website'

/** How an organisation is reached. */
export function ContactFields({ form }: Form<Contact>) {
  return (
    <>
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <TextInput
        label="Website"
        type="url"
        placeholder="https://"
        {...optional}
        {...form.getInputProps('website')}
      />
    </>
  )
}

/** What adding and editing an organisation ask alike. */
export function ClientFields({
  form,
}: Form<Contact | 'name' | 'address' | 'pin_no' | 'nhif_no' | 'nssf_no'>) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Address" {...form.getInputProps('address')} />
      <ContactFields form={form} />
      <TextInput label="PIN No" {...form.getInputProps('pin_no')} />
      <TextInput label="NHIF No" {...optional} {...form.getInputProps('nhif_no')} />
      <TextInput label="NSSF No" {...optional} {...form.getInputProps('nssf_no')} />
    </SimpleGrid>
  )
}
