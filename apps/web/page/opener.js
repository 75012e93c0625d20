// Calls the worker. A call that takes too long, or a worker that dies, ends in an error, and a new worker starts.
const most_seconds = 60;

export class Opener {
  #worker;
  #calls = new Map();
  #next = 0;

  open(files) {
    if (this.#calls.size !== 0) this.#restart('another file was opened'); // do not wait for what nobody wants
    return this.#call('open', files);
  }
  info = (path) => this.#call('info', path);
  lint = (path) => this.#call('lint', path);
  regions = (path, begin, end) => this.#call('regions', path, begin, end);
  toGlb = (path, options) => this.#call('toGlb', path, options);

  constructor() {
    this.#start();
  }
  #start() {
    this.#worker = new Worker('worker.js', { type: 'module' });
    this.#worker.addEventListener('message', ({ data: { id, result, failure } }) => {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      clearTimeout(call?.timer);
      if (failure === undefined) call?.resolve(result);
      else call?.reject(new Error(failure));
    });
    this.#worker.addEventListener('error', (event) => this.#restart(event.message ?? 'the worker failed'));
  }
  #restart(why) {
    this.#worker.terminate();
    for (const call of this.#calls.values()) {
      clearTimeout(call.timer);
      call.reject(new Error(why));
    }
    this.#calls.clear();
    this.#start();
  }
  #call(call, ...parameters) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#restart('the file takes too long to open'), most_seconds * 1000);
      this.#calls.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, call, parameters });
    });
  }
}
