// When someone last asked the server for something.
export class Activity {
  #last = Date.now();

  note(): void {
    this.#last = Date.now();
  }

  quietFor(ms: number): boolean {
    return Date.now() - this.#last >= ms;
  }
}
