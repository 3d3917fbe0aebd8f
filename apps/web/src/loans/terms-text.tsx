import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { LoanProductShown } from '@mshahara/contract/loan-fields'

type Words = LoanProductShown['terms']

/** Terms in English, and beside them, or below on a phone, in Swahili. The English binds. */
export function TermsText({ terms }: { terms: Words }) {
  return (
    <Stack gap="md">
      <Binding />
      <BothLanguages terms={terms} />
    </Stack>
  )
}

/** Of everything that can be borrowed: products with the same words share them. */
export function TermsOfProducts({ products }: { products: LoanProductShown[] }) {
  const groups = new Map<string, LoanProductShown[]>()
  for (const one of products) {
    groups.set(one.terms.en, [...(groups.get(one.terms.en) ?? []), one])
  }
  return (
    <Stack gap="md">
      <Binding />
      {[...groups.values()].map(([first, ...others]) => {
        if (!first) return null
        const name = [first, ...others].map((one) => one.name).join(', ')
        return (
          <section key={name} aria-label={name}>
            <Text fw={600} mb="xs">
              {name}
            </Text>
            <BothLanguages terms={first.terms} />
          </section>
        )
      })}
    </Stack>
  )
}

const BothLanguages = ({ terms }: { terms: Words }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
    <div>
      <Text size="sm" c="dimmed">
        English
      </Text>
      <Text lang="en">{terms.en}</Text>
    </div>
    <div>
      <Text size="sm" c="dimmed" lang="sw">
        Kiswahili
      </Text>
      <Text lang="sw">{terms.sw}</Text>
    </div>
  </SimpleGrid>
)

/** Said first: on a phone the end of the terms is far below. */
const Binding = () => (
  <Text size="sm" c="dimmed">
    The English text is binding; the Kiswahili is a translation.{' '}
    <span lang="sw">Maandishi ya Kiingereza ndiyo yanayofunga kisheria; Kiswahili ni tafsiri.</span>
  </Text>
)
