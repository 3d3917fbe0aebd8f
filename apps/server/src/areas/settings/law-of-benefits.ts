import { formatShillings, percent } from '@mshahara/engine'
import { inForce, type Version } from '@mshahara/engine/dated'
import {
  type CarStep,
  type Communal,
  carScale,
  carShare,
  electricity,
  furnitureShare,
  marketInterest,
  perDiemFree,
  quarters,
  telephoneShare,
  water,
} from '@mshahara/engine/statutory/benefits'

/** What benefits in kind count as, as the law of a month has it (B33). */
export function benefitFigures(month: string) {
  const scale = inForce(carScale, month)
  const ofCost = percent(inForce(carShare, month).value)
  const housing = inForce(quarters, month)
  const free = inForce(perDiemFree, month)
  const { employee, farm, director } = housing.value
  const car = (name: string, steps: readonly CarStep[]) =>
    figure(name, scale, `${scaleInWords(steps)}; or ${ofCost} of cost`)
  return [
    car('Company car', scale.value.saloon),
    car('Pick-up or panel van', scale.value.van),
    car('Land Rover or Cruiser', scale.value.cruiser),
    share('Furniture a month', inForce(furnitureShare, month), 'of cost'),
    share('Telephone', inForce(telephoneShare, month), 'of bills'),
    communal('Electricity, communal', inForce(electricity, month)),
    communal('Water, communal', inForce(water, month)),
    figure(
      'House from the employer',
      housing,
      `${percent(employee)} of gains, ${percent(farm)} on a farm, a director ${percent(director)} of income`,
    ),
    figure('Per diem free of tax up to', free, `${formatShillings(free.value)} a day`),
    // Of earlier months no notice of the rate is known.
    ...marketInterest
      .filter(({ from }) => from <= month)
      .slice(0, 1)
      .map((found) => share('Market interest, for fringe benefit tax', found, 'a year')),
  ]
}

const figure = (name: string, { source, from }: Version<unknown>, value: string) => ({
  ...{ name, value, source, since: from },
})

const share = (name: string, version: Version<number>, of: string) =>
  figure(name, version, `${percent(version.value)} ${of}`)

const communal = (name: string, version: Version<Communal>) => {
  const { usual, farm } = version.value
  return figure(name, version, `${formatShillings(usual)}, on a farm ${formatShillings(farm)}`)
}

const scaleInWords = (steps: readonly CarStep[]) =>
  steps
    .map(({ upTo, amount }) => {
      const sum = formatShillings(amount)
      if (Number.isFinite(upTo)) return `to ${upTo} cc ${sum}`
      return steps.length > 1 ? `above ${sum}` : sum
    })
    .join(', ')
