import { SimpleGrid, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './number-cards.module.css'

export type NumberCard = [title: string, value: number | string, caption: string, icon: Icon]

/** A few numbers above a list. */
export function NumberCards({ cards }: { cards: NumberCard[] }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} component="ul" className={classes.cards}>
      {cards.map(([title, value, caption, Icon]) => (
        <li key={title} className={`card ${classes.card}`}>
          <Icon size={20} stroke={1.6} aria-hidden />
          <Text size="sm" c="dimmed">
            {title}
          </Text>
          <Text fz={typeof value === 'string' ? 20 : 26} fw={650} lh={1.1} className="figures">
            {value}
          </Text>
          <Text size="xs" c="dimmed">
            {caption}
          </Text>
        </li>
      ))}
    </SimpleGrid>
  )
}
