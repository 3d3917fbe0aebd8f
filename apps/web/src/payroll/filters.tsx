import { Button, Group, SimpleGrid, Title } from '@mantine/core'
import { departments, designations, type Units, workStations } from '@mshahara/contract/structure'
import { IconFilterOff } from '../ui/icons.ts'
import { UnitSelect } from '../ui/unit-select.tsx'

interface Props {
  chosen: Record<string, string>
  onChange: (filters: Record<string, string | null>) => void
  onReset: () => void
}

const lists: [name: string, label: string, units: Units][] = [
  ['department_id', 'Department', departments],
  ['designation_id', 'Designation', designations],
  ['work_station_id', 'Work station', workStations],
]

/** Any change narrows the run through the server. */
export function Filters({ chosen, onChange, onReset }: Props) {
  return (
    <section className="card" aria-label="Filter Options">
      <Group p="var(--card-pad)" align="flex-end" gap="md">
        <Title order={2} w="100%">
          Filter Options
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }} flex={1} miw={260}>
          {lists.map(([name, label, units]) => (
            <UnitSelect
              key={name}
              label={label}
              all={`All ${label}s`}
              units={units}
              value={chosen[name] ?? ''}
              onChange={(value) => onChange({ [name]: value || null })}
            />
          ))}
        </SimpleGrid>
        <Button
          variant="default"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={onReset}
        >
          Reset Filters
        </Button>
      </Group>
    </section>
  )
}
