import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'

type Language = 'en' | 'sw'

/** Terms in either language; the English binds. */
export function TermsText({ terms }: { terms: Record<Language, string> }) {
  const [language, setLanguage] = useState<Language>('en')
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Language"
        data={[
          { value: 'en', label: 'English' },
          { value: 'sw', label: 'Kiswahili' },
        ]}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      <Text lang={language}>{terms[language]}</Text>
      {language === 'sw' && (
        <Text size="sm" c="dimmed" lang="sw">
          Maandishi ya Kiingereza ndiyo yanayofunga kisheria.
        </Text>
      )}
    </Stack>
  )
}
