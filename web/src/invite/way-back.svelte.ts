/** The tables at which a guest has just sat down, and is offered the link that leads back to the seat. */
class WayBack {
  #tables = $state.raw<readonly string[]>([])

  offer(table: string) {
    this.#tables = [...this.#tables, table]
  }

  close(table: string) {
    this.#tables = this.#tables.filter((t) => t !== table)
  }

  isOffered(table: string): boolean {
    return this.#tables.includes(table)
  }
}

export const wayBack = new WayBack()
