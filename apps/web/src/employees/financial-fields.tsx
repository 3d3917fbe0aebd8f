import { Accordion, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { payWays } from '@mshahara/contract/employee-fields'
import { settings } from '@mshahara/contract/settings'
import { useRead } from '../lib/api.ts'
import { BankFields } from '../ui/bank-fields.tsx'
import Day from '../ui/day.tsx'
import { noteBelow, optional } from '../ui/fields.tsx'
import { FormSection } from '../ui/form-section.tsx'
import type { Section, Watched } from './form-values.ts'

export function Financial({ form, warnings }: Watched) {
  const told = (field: string) => ({ description: warnings[field], ...noteBelow })
  return (
    <FormSection title="Financial Information" columns={1}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label="PIN No"
          placeholder="A001234567Z"
          {...told('pin_no')}
          {...form.getInputProps('pin_no')}
        />
        <TextInput
          label="NSSF No"
          {...told('nssf_no')}
          {...optional}
          {...form.getInputProps('nssf_no')}
        />
        <TextInput
          label="SHIF No"
          {...told('nhif_no')}
          {...optional}
          {...form.getInputProps('nhif_no')}
        />
      </SimpleGrid>
      <PayBy form={form} />
      <BankFields form={form} warnings={warnings} />
    </FormSection>
  )
}

/** Chosen beside the account; the phone, which M-PESA pays to, is further up. */
function PayBy({ form }: Section) {
  const { pay_by, phone } = form.values
  const note = pay_by === 'mpesa' && `Paid to ${phone || 'the phone number above'} through M-PESA.`
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Select
        label="Pay by"
        data={Object.entries(payWays).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        description={note}
        {...noteBelow}
        {...form.getInputProps('pay_by')}
      />
    </SimpleGrid>
  )
}

type Flag =
  | 'resident'
  | 'primary_employment'
  | 'nssf_tier2_contracted_out'
  | 'nssf_continues'
  | 'vat_registered'

/** What the returns ask about only a few people; folded unless something in it is unusual. */
export function TaxDetails({ form }: Section) {
  const { values } = form
  const law = useRead(settings.config, undefined, { fixed: true }).data?.law
  const unusual =
    !values.resident ||
    !values.primary_employment ||
    values.nssf_tier2_contracted_out ||
    values.nssf_continues ||
    values.vat_registered ||
    values.disability
  const flag = (name: Flag) => ({
    checked: values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      form.setFieldValue(name, event.currentTarget.checked),
  })
  return (
    <Accordion
      variant="separated"
      defaultValue={unusual ? 'tax' : null}
      classNames={{ item: 'card' }}
    >
      <Accordion.Item value="tax">
        <Accordion.Control>Tax details (optional)</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md" pb="xs">
            <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
              <Switch
                label="Resident in Kenya"
                description="Non-residents get no personal relief."
                {...flag('resident')}
              />
              <Switch
                label="Primary employment"
                description="Turn off if another employer gives the personal relief."
                {...flag('primary_employment')}
              />
              <Switch
                label="NSSF tier II contracted out"
                description="Tier II goes to the employer's own scheme, not to NSSF."
                {...flag('nssf_tier2_contracted_out')}
              />
              <Switch
                label="Continues NSSF after 60"
                description={
                  law &&
                  `By law NSSF stops after the month of the ${law.nssf_until_age}th birthday.`
                }
                {...flag('nssf_continues')}
              />
              {values.tos === 'Consultant' && (
                <Switch
                  label="VAT-registered"
                  description={law && `The salary then includes ${law.vat_percent}% VAT.`}
                  {...flag('vat_registered')}
                />
              )}
            </SimpleGrid>
            {values.disability && <Certificate form={form} />}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const Certificate = ({ form }: Section) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <TextInput
      label="Disability certificate no"
      {...optional}
      {...form.getInputProps('disability_certificate_no')}
    />
    <Day
      label="Certificate expiry"
      clearable
      placeholder="28 February, 2028"
      {...optional}
      {...form.getInputProps('disability_certificate_expiry')}
    />
  </SimpleGrid>
)
