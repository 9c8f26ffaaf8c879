package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// input is what a job works on: one text, or two to compare. Each is there as
// everybody likes it best, so that nobody pays for a copy.
type input struct {
	files []string
	texts []string
	bytes [][]byte
}

func newInput(files ...string) (in input, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return in, err
		}
		in.files, in.texts, in.bytes = append(in.files, file), append(in.texts, string(text)), append(in.bytes, text)
	}
	return in, nil
}

// cost is what some work took.
type cost struct{ processor, clock time.Duration }

func (c *cost) add(d cost) {
	c.processor += d.processor
	c.clock += d.clock
}

// contestant is somebody who does a job.
type contestant struct {
	name string
	// do does the job n times and returns the last answer and the cost of all.
	do func(in input, n int) ([]byte, cost, error)
	// idle is time by the clock that one job takes without work, for the start
	// of a process.
	idle time.Duration
	// warming is the least processor time before the first measurement, for
	// compilers that work while the code runs.
	warming time.Duration
}

// function does a job in this process; its answer is a string,
// []byte or what makes one.
type function func(in input) (answer any, err error)

func inProcess(name string, f function) contestant {
	return contestant{name: name, do: func(in input, n int) (_ []byte, c cost, err error) {
		runtime.GC() // leaves nobody the garbage of another
		var answer any
		begin, used := time.Now(), processorTime()
		for range n {
			if answer, err = f(in); err != nil {
				return nil, c, err
			}
		}
		c = cost{processorTime() - used, time.Since(begin)}
		return toBytes(answer), c, nil
	}}
}

func toBytes(answer any) []byte {
	switch a := answer.(type) {
	case string:
		return []byte(a)
	case func() []byte: // made only when it is looked at
		return a()
	}
	return answer.([]byte)
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// command does a job as a program of its own, from start to end; {0} and {1}
// stand for the files. Status 1 of a diff says that the texts differ.
func command(dir string, differs bool, args ...string) contestant {
	return contestant{name: strings.Join(fill(args, []string{"A", "B"}), " "), idle: 2 * time.Millisecond, do: func(in input, n int) ([]byte, cost, error) {
		path := filepath.Join(dir, "answer")
		var c cost
		for range n {
			took, err := execute(path, differs, fill(args, in.files))
			if err != nil {
				return nil, c, err
			}
			c.add(took)
		}
		answer, err := os.ReadFile(path)
		return answer, c, err
	}}
}

// fill puts the files where their markers stand.
func fill(args, files []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		for k, file := range files {
			a = strings.ReplaceAll(a, fmt.Sprintf("{%d}", k), file)
		}
		out[i] = a
	}
	return out
}

func execute(path string, differs bool, args []string) (cost, error) {
	out, err := os.Create(path)
	if err != nil {
		return cost{}, err
	}
	defer out.Close()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Stdout = out
	begin := time.Now()
	err = cmd.Run()
	took := time.Since(begin)
	if exited, ok := errors.AsType[*exec.ExitError](err); ok && differs && exited.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return cost{}, fmt.Errorf("%s: %w", args[0], err)
	}
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), took}, nil
}

// node is a process in which Node libraries do jobs, warm.
type node struct {
	cmd  *exec.Cmd
	to   io.WriteCloser
	from *bufio.Reader
}

func startNode(script string) (*node, error) {
	cmd := exec.Command("node", script)
	cmd.Stderr = os.Stderr
	to, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &node{cmd: cmd, to: to, from: bufio.NewReader(from)}, nil
}

func (n *node) stop() {
	_ = n.to.Close() // ends its loop
	_ = n.cmd.Wait()
}

// nodeWarming is until V8 has compiled the larger libraries as well as it will:
// satori becomes twice as fast within it.
const nodeWarming = 4 * time.Second

// contestant is a job that the script knows by its name.
func (n *node) contestant(dir, job, name string) contestant {
	return contestant{name: name, warming: nodeWarming, do: func(in input, times int) ([]byte, cost, error) {
		path := filepath.Join(dir, "answer")
		question := map[string]any{"job": job, "files": in.files, "times": times, "answer": path}
		if err := json.NewEncoder(n.to).Encode(question); err != nil {
			return nil, cost{}, err
		}
		line, err := n.from.ReadBytes('\n')
		if err != nil {
			return nil, cost{}, fmt.Errorf("node, %s: %w", job, err)
		}
		var reply struct {
			Processor, Clock float64 // in microseconds
			Error            string
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			return nil, cost{}, err
		}
		if reply.Error != "" {
			return nil, cost{}, errors.New(reply.Error)
		}
		answer, err := os.ReadFile(path)
		return answer, cost{microseconds(reply.Processor), microseconds(reply.Clock)}, err
	}}
}

func microseconds(n float64) time.Duration { return time.Duration(n * float64(time.Microsecond)) }
